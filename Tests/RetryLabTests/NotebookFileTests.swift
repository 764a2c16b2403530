import Foundation
import Testing

@Suite("Notebooks as scenarios")
struct NotebookFileTests {
  @Test func `are exported, run, recorded, compared and loaded`() throws {
    let folder = try Scratch.folder().path
    func run(_ line: String) throws -> Program.Run {
      try Program.shell("cd '\(folder)'; \(line)", [])
    }
    let exported = try run(
      "\"$0\" -e '/// Why' -e 'let fetch = op(fails: 30%)' -e 'stats fetch.retry(3) calls 1000' -e 'export lab.ipynb'"
    )
    #expect(exported.code == 0 && exported.output.contains("to lab.ipynb"), "\(exported)")
    let file = try String(contentsOfFile: folder + "/lab.ipynb", encoding: .utf8)
    #expect(file.contains("\"cell_type\":\"markdown\"") && file.contains("\"source\":[\"Why\"]"))
    let ran = try run("\"$0\" lab.ipynb")
    #expect(ran.code == 0 && ran.output.contains("1,000 calls"), "\(ran)")
    #expect(try run("\"$0\" replay --update lab.ipynb").code == 0)
    #expect(try run("\"$0\" replay lab.ipynb").code == 0)
    #expect(try run("\"$0\" -e 'load lab.ipynb' -e 'fetch'").output.contains("1,000 calls"))
    try file.replacing("1000", with: "2000").write(
      toFile: folder + "/lab.ipynb", atomically: true, encoding: .utf8)
    #expect(try run("\"$0\" replay lab.ipynb").code == 1)
  }

  @Test("are refused with a reason where they are none", arguments: ["", "{}", "let a = 1"])
  func foreign(text: String) throws {
    let folder = try Scratch.folder().path
    try text.write(toFile: folder + "/lab.ipynb", atomically: true, encoding: .utf8)
    for line in ["\"$0\" lab.ipynb", "\"$0\" test lab.ipynb", "\"$0\" -e 'load lab.ipynb'"] {
      let run = try Program.shell("cd '\(folder)'; \(line)", [])
      #expect(run.code != 0 && (run.output + run.errors).contains("it is not a notebook"), "\(run)")
    }
  }
}
