import Foundation
import Testing

@Suite("The laboratory as a page")
struct LaboratoryPageTests {
  private static let mark = "<script type=\"application/json\" id=\"start\">"

  /// What stands in for the page, which takes minutes to build.
  static let standIn = written(
    "<!DOCTYPE html>\n<p>Ünïcode 😀</p>\(mark){\"texts\": [\"1\"]}</script><script>x</script>\n")

  private static func written(_ text: String) -> Data {
    Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
  }

  /// Runs the program in a folder with the stand-in, and returns what it wrote to a page.
  private static func run(
    task: [String] = ["page"], _ arguments: [String], files: [String: String] = [:],
    page: String = "out.html", built: Data = standIn
  ) throws -> (run: Program.Run, page: Data?) {
    let folder = try Scratch.folder()
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let place = folder.appending(path: "built.html")
    try built.write(to: place)
    let run = try Program.shell(
      "cd \"$1\"; shift; RETRYLAB_PAGE=\"$1\"; export RETRYLAB_PAGE; shift; exec \"$0\" \"$@\"",
      [folder.path, place.path] + task + arguments)
    return (run, try? Data(contentsOf: folder.appending(path: page)))
  }

  /// What a page starts with.
  private static func start(of page: Data?) throws -> (texts: [String], files: [String: String]) {
    let text = try #require(
      page.flatMap { String(data: $0.dropFirst(2), encoding: .utf16LittleEndian) })
    #expect(text.contains("<p>Ünïcode 😀</p>") && text.hasSuffix("</script><script>x</script>\n"))
    let parts = text.components(separatedBy: mark)
    #expect(parts.count == 2)
    let json = try #require(parts.last?.components(separatedBy: "</script>").first)
    let start = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    return (start["texts"] as? [String] ?? [], start["files"] as? [String: String] ?? [:])
  }

  @Test("is written as it was built")
  func plain() throws {
    let (run, page) = try Self.run(["out.html"])
    #expect(
      run == Program.Run(code: 0, output: "wrote out.html, which a browser shows\n", errors: ""))
    #expect(page == Self.standIn)
  }

  @Test("begins with scenarios, in which nothing ends the text")
  func scenarios() throws {
    let hostile = "\"</script><!-- é 😀 \u{2028}\"\nop()\n"
    let (run, page) = try Self.run(
      ["a.retry", "b.retry", "out.html"], files: ["a.retry": hostile, "b.retry": "1\n"])
    #expect(run.code == 0, "\(run)")
    #expect(try Self.start(of: page).texts == [hostile, "1\n"])
  }

  @Test("is called as its scenario, and knows those of the program")
  func names() throws {
    let (run, page) = try Self.run(["scenarios/tour.retry"], page: "tour.html")
    #expect(run.code == 0, "\(run)")
    #expect(try Self.start(of: page).texts[0].hasPrefix("/// RetryLab in five minutes"))
  }

  @Test("begins with a lesson, which is gone through section by section")
  func lesson() throws {
    let lesson = "/// Hello\nexercise answer\ngoal attempts == 1\nsolution op()\n"
    let (_, page) = try Self.run(
      ["my lesson.retry"], files: ["my lesson.retry": lesson], page: "my lesson.html")
    let start = try Self.start(of: page)
    #expect(
      start.texts == ["lesson \"my lesson.retry\""] && start.files == ["my lesson.retry": lesson])
  }

  @Test("has the files that its scenarios read")
  func files() throws {
    let loading = "load \"more.retry\"\nf\n"
    let (_, page) = try Self.run(
      ["a.retry", "out.html"], files: ["a.retry": loading, "more.retry": "let f = op()\n"])
    let start = try Self.start(of: page)
    #expect(start.texts == [loading] && start.files == ["more.retry": "let f = op()\n"])
  }

  @Test("holds no two files of one name, and replaces no other page that nobody named")
  func conflicts() throws {
    let loading = "load \"more.retry\"\nf\n"
    let exercise = "exercise answer\ngoal attempts == 1\nsolution op()\n"
    let (run, page) = try Self.run(
      ["a.retry", "more.retry", "out.html"],
      files: ["a.retry": loading, "more.retry": "let f = op()\n" + exercise])
    #expect(run.code == 0 && page != nil, "the same file twice: \(run)")
    let report = ["a.retry": "op()\n", "a.html": "<!DOCTYPE html>"]
    let derived = try Self.run(["a.retry"], files: report, page: "a.html")
    #expect(derived.run.code == 74 && derived.run.errors.contains("it is another page"))
    #expect(derived.page == Data("<!DOCTYPE html>".utf8))
    let named = try Self.run(["a.retry", "a.html"], files: report, page: "a.html")
    #expect(named.run.code == 0, "\(named.run)")
    let built = Self.written("<!DOCTYPE html>\nno start")
    #expect(try Self.run(["a.retry"], files: ["a.retry": "1\n"], built: built).run.code == 66)
  }

  @Test("goes on with what was typed, and replaces another only if that is said")
  func session() throws {
    let texts = ["-e", "let f = op(fails: 50%)", "-e", "stats f calls 10", "-e"]
    let (run, page) = try Self.run(task: [], texts + ["export out.html"])
    #expect(
      run.code == 0
        && run.output.hasSuffix("exported the session to out.html, which a browser shows\n"))
    #expect(
      try Self.start(of: page).texts == ["seed 42\nlet f = op(fails: 50%)\nstats f calls 10\n"])
    let old = ["out.html": "<!DOCTYPE html>"]
    let refused = try Self.run(task: [], texts + ["export out.html"], files: old)
    #expect(
      refused.run.code == 65 && refused.run.errors.contains("'export out.html over' replaces it"))
    #expect(refused.page == Data("<!DOCTYPE html>".utf8))
    let replaced = try Self.run(task: [], texts + ["export out.html over"], files: old)
    #expect(replaced.run.code == 0 && replaced.page == page)
    let part = try Self.run(task: [], texts + ["export out.html of _1"])
    #expect(part.run.code == 65 && part.run.errors.contains("without 'of'") && part.page == nil)
    let file = try Self.run(task: [], ["a.retry"], files: ["a.retry": "op()\nexport out.html\n"])
    #expect(file.run.code == 65 && file.page == nil, "a file writes nothing")
  }

  @Test("is given to each student, with the exercises of this student")
  func pack() throws {
    let exercise = "exercise answer\ngoal attempts == 1\nsolution op()\n"
    let (run, page) = try Self.run(
      task: ["class", "pack"], [".", "--for", "2", "--pages"],
      files: ["a.retry": exercise, "b.retry": exercise], page: "class/student-02/laboratory.html")
    #expect(run.code == 0, "\(run)")
    let start = try Self.start(of: page)
    #expect(
      start.texts == ["lesson \"a.retry\""] && start.files.keys.sorted() == ["a.retry", "b.retry"])
    #expect(start.files.values.allSatisfy { $0.contains("student-02") && !$0.contains("solution") })
    let missing = try Self.run(
      task: ["class", "pack"], [".", "--for", "2", "--pages"], files: ["a.retry": exercise],
      page: "class/class.txt", built: Data())
    #expect(missing.run.code == 66 && missing.page == nil, "nothing is written without the page")
  }

  @Test("replaces nothing but a page", arguments: ["op()\n", "<!DOCTYPE html>", ""])
  func replaced(old: String) throws {
    let (run, page) = try Self.run(["out.html"], files: ["out.html": old])
    #expect(run.code == (old == "op()\n" ? 74 : 0), "\(run)")
    #expect(page == (old == "op()\n" ? Data(old.utf8) : Self.standIn))
  }

  @Test(
    "is refused with the reason",
    arguments: [
      ([], 64, "page needs a file"),
      (["a.html", "b.html"], 64, "page needs the path of one page, such as retrylab.html"),
      (["-"], 64, "page needs the path of one page"),
      (["none.retry"], 66, "the file 'none.retry' cannot be read: there is no such file"),
      (["no/out.html"], 74, "'no/out.html' cannot be written: "),
    ])
  func refused(arguments: [String], code: Int32, message: String) throws {
    let (run, page) = try Self.run(arguments)
    #expect(run.code == code && run.errors.hasPrefix("retrylab: \(message)"), "\(run)")
    #expect(page == nil)
  }

  @Test("says how it is built where it is missing, or where something else lies")
  func missing() throws {
    let (run, page) = try Self.run(["out.html"], built: Data("<!DOCTYPE html>".utf8))
    #expect(run.code == 66 && run.errors.contains("'Sources/Page/build.py' makes it"), "\(run)")
    #expect(page == nil)
  }
}
