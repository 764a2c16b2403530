import Foundation
import Testing

// What is not packed, and where files are written.

extension ClassCommandTests {
  /// An exercise that reads a file of samples.
  private static func lesson(reading path: String) -> String {
    lesson.replacing("latency: 50ms", with: "latency: samples(\"\(path)\")")
  }

  /// Writes texts to new files below a folder.
  static func write(_ files: [String: String], in folder: URL) throws {
    for (path, text) in files {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
  }

  /// The path of samples as an exercise names them, and how it is refused.
  static let leaving: [(path: String, told: String)] = [
    ("link/../../../../profile", "the path 'link/../../../../profile' would leave"),
    ("../exercises/profile", "the path '../exercises/profile' would leave"),
    ("./twice-answer.retry", "'twice-answer.retry' is the file of an exercise"),
  ]

  @Test("is not packed with files that would be written anywhere else", arguments: leaving)
  func leaving(path: String, told: String) throws {
    let folder = try Scratch.folder()
    let samples = "echo owned\n50ms\n51ms\n"
    try Self.write(
      [
        "course/exercises/twice.retry": Self.lesson(reading: path),
        "course/exercises/profile": samples, "course/exercises/a/b/c/d/none": "",
        "course/exercises/twice-answer.retry": samples, "profile": "mine\n",
      ], in: folder)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "course/exercises/link").path,
      withDestinationPath: "a/b/c/d")
    let before = try Self.files(in: folder)
    let run = try Program.shell(
      "cd \"$1/course\"; exec \"$0\" class pack exercises/twice.retry --for 1", [folder.path])
    #expect(run.code == 65 && run.errors.contains(told), "\(run)")
    #expect(try Self.files(in: folder) == before)
  }

  @Test("is packed with the files of its exercises, each written once")
  func samples() throws {
    let folder = try Scratch.folder()
    try Self.write(
      [
        "lessons/one.retry": Self.lesson(reading: "./data/s.csv"),
        "lessons/two.retry": Self.lesson(reading: "data//s.csv"),
        "lessons/data/s.csv": "50ms\n51ms\n",
        "other/three.retry": Self.lesson(reading: "data/s.csv"), "other/data/s.csv": "9ms\n8ms\n",
      ], in: folder)
    let run = try Self.run(["pack", "lessons", "--for", "1"], in: folder)
    #expect(run.code == 0, "\(run)")
    let packed = try Self.files(in: folder.appending(path: "class/student-01"))
    #expect(Set(packed.keys) == ["one.retry", "two.retry", "data/s.csv"])
    #expect(packed["data/s.csv"] == "50ms\n51ms\n")
    try FileManager.default.moveItem(
      at: folder.appending(path: "other"), to: folder.appending(path: "lessons/other"))
    let two = try Self.run(["pack", "lessons", "--for", "1", "--to", "both"], in: folder)
    #expect(two.code == 65 && two.errors.contains("reads a different file 'data/s.csv'"), "\(two)")
  }

  @Test("is packed with its lessons, without the answers and with the values of each student")
  func lessons() throws {
    let folder = try Scratch.folder()
    let text = Self.lesson(reading: "data/s.csv")
      .replacing("/// ", with: "let n = variant(2, 3)\n/// \\(n) is ", maxReplacements: 1)
    try Self.write(
      ["lessons/twice.retry": text, "lessons/data/s.csv": "50ms\n51ms\n"], in: folder)
    let run = try Self.run(["pack", "lessons", "--lessons", "--for", "8"], in: folder)
    #expect(run.code == 0, "\(run)")
    var first: Set<String> = []
    for number in 1...8 {
      let packed = try Self.files(in: folder.appending(path: "class/student-0\(number)"))
      #expect(
        Set(packed.keys) == [
          "twice.retry", "data/s.csv", "lessons/twice.retry", "lessons/data/s.csv",
        ])
      let lesson = try #require(packed["lessons/twice.retry"])
      #expect(!lesson.contains("solution ") && !lesson.contains("wrong "))
      #expect(!lesson.contains("expect ") && !lesson.contains("variant"))
      first.insert(String(lesson.split(separator: "\n")[0].prefix(8)))
    }
    #expect(first == ["/// 2 is", "/// 3 is"])
  }

  @Test("is packed with the files that it loads, and those that they load or read")
  func loaded() throws {
    let folder = try Scratch.folder()
    let lesson = "load model\n" + Self.lesson.replacing(/let fetch = .*\n/, with: "")
    try Self.write(
      [
        "lessons/twice.retry": lesson, "lessons/model.retry": "load parts/base\n",
        "lessons/parts/base.retry":
          "let fetch = op(\"fetch\", latency: samples(\"s.csv\"), fails: 20%)\n",
        "lessons/parts/s.csv": "50ms\n51ms\n",
      ], in: folder)
    let run = try Self.run(["pack", "lessons/twice.retry", "--for", "1"], in: folder)
    #expect(run.code == 0, "\(run)")
    let packed = folder.appending(path: "class/student-01")
    #expect(
      Set(try Self.files(in: packed).keys) == [
        "twice.retry", "model.retry", "parts/base.retry", "parts/s.csv",
      ])
    let check = try Program.shell("cd \"$1\"; exec \"$0\" twice.retry", [packed.path])
    #expect(check.code == 0, "\(check)")
    try Self.write(
      ["class/student-01/twice-answer.retry": "let answer = fetch.retry(3)\n"], in: folder)
    let graded = try Self.run(["grade", "class", "--details"], in: folder)
    #expect(graded.code == 0 && graded.output.contains("2/2"), "\(graded)")
    try Self.write(
      ["lessons/parts/base.retry": "let fetch = op(fails: 20%) // fetch.retry(2)"], in: folder)
    let leak = try Self.run(["pack", "lessons/twice.retry", "--for", "1", "--to", "b"], in: folder)
    #expect(leak.code == 65 && leak.errors.contains("would read the solution"), "\(leak)")
  }

  @Test("is not packed if a student has the name of its record")
  func recordName() throws {
    let folder = try Scratch.folder()
    try Self.write(["twice.retry": Self.lesson, "names": "ana\nclass.txt\n"], in: folder)
    let run = try Self.run(["pack", "twice.retry", "--for", "names"], in: folder)
    #expect(run.code == 65 && run.errors.contains("the record of the class has it"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "class").path))
  }

  @Test("is not packed if its record could not be read", arguments: ["a\tb", "a\nb", "a\r\nb"])
  func names(_ name: String) throws {
    let folder = try Scratch.folder()
    try Self.write(
      ["plain/\(name).retry": Self.lesson, "\(name)/plain.retry": Self.lesson], in: folder)
    for path in ["plain", name] {
      let run = try Self.run(["pack", path, "--for", "1"], in: folder)
      #expect(run.code == 65 && run.errors.contains("the record of a class cannot hold"), "\(run)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "class").path))
    }
  }
}

extension ClassCommandTests {
  @Test("grades the others, too, when an answer would take all memory or all numbers")
  func greedy() throws {
    let folder = try Scratch.folder()
    let pack = ["pack", "scenarios/lessons/11-storms.retry", "--for", "3"]
    #expect(try Self.run(pack, in: folder).code == 0)
    let budget = "budget(ratio: 0.0001%, min: 1000000/s, window: 3h)"
    let answers = [
      "fetch.retry(attempts: 4, budget: \(budget))",
      "fetch" + String(repeating: ".hedge(after: 1s)", count: 26), "fetch",
    ]
    for (index, answer) in answers.enumerated() {
      try "let answer = \(answer)\n".write(
        to: folder.appending(path: "class/student-0\(index + 1)/11-storms-answer.retry"),
        atomically: true, encoding: .utf8)
    }
    let run = try Program.shell(
      "cd \"$1\"; ulimit -v 2200000; exec \"$0\" class grade class --details", [folder.path])
    #expect(run.code == 0, "\(run)")
    let grades = run.output.split(separator: "\n").filter { $0.hasPrefix("student-0") }
    #expect(grades.prefix(3).map { $0.split(separator: " ")[2] } == ["1/2", "0/2", "1/2"])
    #expect(grades.count > 1 && grades[1].contains("stopped  it makes too many attempts"))
  }
}
