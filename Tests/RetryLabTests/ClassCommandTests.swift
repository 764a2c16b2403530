import Foundation
import Testing

@Suite("A class from the command line")
struct ClassCommandTests {
  static let lesson = """
    /// Twice is better. Each attempt fails one time in five.
    let fetch = op("fetch", latency: 50ms, fails: 20%)
    predict success
    stats fetch calls 1000
    expect success >= 70%

    /// Now you.
    exercise answer of fetch
    goal success >= 94% calls 1000
    goal attempts <= 3
    hint "once more"
    solution fetch.retry(2) // the teacher's comment
    wrong fetch
    """

  /// What students add to their file; `nil` if they hand in nothing.
  private static let answers: [String?] = [
    "let answer = fetch.retry(2)\n", "let answer = fetch\n", nil, "let answer = fetch.retry(2\n",
    "let answer = fetch.retry()\n",
    "let fetch = op(\"fetch\")\nlet answer = fetch.retry(1)\n",
    "let answer = op(\"fetch\").retry(2)\n",
    "seed 1\nexercise answer of fetch\ngoal attempts <= 9\nlet answer = fetch.retry(3)\ncheck\n",
    "run fetch.retry() times 10000\nstats fetch calls 10_000_000_000\nload ../student-01/twice.retry\n"
      + "save stolen\nexport stolen.svg\nquit\nlet answer = fetch.retry(2)\n",
    "let answer = " + String(repeating: "(", count: 5000) + "\n",
    "// fourteen tries\nlet pause = 14ms\n"
      + "let answer = fetch.retry(attempts: 3, delay: pause, on: [.error], unless: .auth)\n",
    "let gap = 14ms; let answer = fetch\n"
      + "  .retry(attempts: 3, delay: gap,\n    on: [.error], unless: .auth)\n",
    "// fourteen tries\nlet pause = 14ms\n"
      + "let answer = fetch.retry(attempts: 3, delay: pause, on: [.error], unless: .auth)\n",
    "let answer = fetch.retry(1_000_000_000_000).catch { e in fetch.retry() }\n",
    "let answer = fetch.delay(samples(\"../class.txt\"))\n",
  ]

  /// A folder with a lesson, its handouts for thirty students, and what they hand in.
  private func submission() throws -> URL {
    let folder = try Scratch.folder()
    let lessons = folder.appending(path: "lessons")
    try FileManager.default.createDirectory(at: lessons, withIntermediateDirectories: true)
    try Self.lesson.write(
      to: lessons.appending(path: "twice.retry"), atomically: true, encoding: .utf8)
    let run = try Self.run(["pack", "lessons", "--for", "30", "--to", "answers"], in: folder)
    #expect(run.code == 0 && run.output.hasPrefix("packed 1 exercise for 30 students in 'answers'"))
    for (index, answer) in Self.answers.enumerated() {
      let file = folder.appending(path: "answers/\(Self.name(index + 1))/twice.retry")
      let handout = try String(contentsOf: file, encoding: .utf8)
      if let answer {
        try (handout + answer).write(to: file, atomically: true, encoding: .utf8)
      } else {
        try FileManager.default.removeItem(at: file)
      }
    }
    return folder
  }

  private static func name(_ number: Int) -> String { "student-\(number < 10 ? "0" : "")\(number)" }

  static func run(_ arguments: [String], in folder: URL) throws -> Program.Run {
    try Program.shell("cd \"$1\"; shift; exec \"$0\" class \"$@\"", [folder.path] + arguments)
  }

  /// The contents of all files in a folder, by their paths.
  static func files(in folder: URL) throws -> [String: String] {
    var files: [String: String] = [:]
    for case let path as String in try #require(FileManager.default.enumerator(atPath: folder.path))
    {
      let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
      if let text { files[path] = text }
    }
    return files
  }

  @Test("is packed without solutions, with a seed for each student, and always the same")
  func pack() throws {
    let folder = try Scratch.folder()
    let root = Program.root.appending(path: "scenarios/lessons").path
    let lessons = try FileManager.default.contentsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".retry") }
    for (target, threads) in [("one", "1"), ("two", "2")] {
      let run = try Self.run(
        ["pack", root, "--for", "2", "--to", target, "--threads", threads], in: folder)
      #expect(run.code == 0, "\(run)")
    }
    let files = try Self.files(in: folder.appending(path: "one"))
    #expect(try Self.files(in: folder.appending(path: "two")) == files)
    #expect(files.count == 2 * lessons.count + 1)
    for (path, text) in files where path != "class.txt" {
      #expect(!text.contains("solution ") && !text.contains("wrong ") && !text.contains("expect "))
      #expect(text.contains("\nseed ") && text.contains("\nexercise answer of "), "\(path)")
    }
    let packed = files.filter { $0.key != "class.txt" }.map { $0.value.filter { !$0.isWhitespace } }
    for name in lessons {
      let lesson = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
      for line in lesson.split(separator: "\n") where line.hasPrefix("solution ") {
        let solution = line.dropFirst("solution ".count).filter { !$0.isWhitespace }
        #expect(!packed.contains { $0.contains(solution) }, "\(name): \(solution)")
      }
    }
  }

  @Test("a lesson or the whole course of the program is packed in any folder")
  func anywhere() throws {
    let folder = try Scratch.folder()
    let path = "scenarios/lessons/11-storms.retry"
    let run = try Self.run(["pack", path, "--for", "2", "--to", "one"], in: folder)
    #expect(run.code == 0, "\(run)")
    #expect(try Self.files(in: folder.appending(path: "one")).count == 3)
    let other = try Self.run(["pack", "scenarios/lessons/99.retry", "--for", "2"], in: folder)
    #expect(other.code == 66)
  }

  private static let table = """
    student     exercise  goals  goal
    student-01  twice     2/2    success >= 94%  (1000 calls)  met      success is 95.3%
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-02  twice     1/2    success >= 94%  (1000 calls)  missed   success is 79.1%, 14.9 points too low
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-03  twice     0/2                                  missing  nothing was submitted
    student-04  twice     0/2                                  invalid  line 16: '(' is never closed
    student-05  twice     2/2    success >= 94%  (1000 calls)  met      success is 100%
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-06  twice     1/2    success >= 94%  (1000 calls)  missed   success is 78.4%, 15.6 points too low
                                 attempts <= 3  (call 0)       met      attempts is 1
                                                               note     the teacher's 'fetch' counts
    student-07  twice     0/2                                  invalid  the answer does not run 'fetch'
    student-08  twice     2/2    success >= 94%  (1000 calls)  met      success is 99%
                                 attempts <= 3  (call 0)       met      attempts is 3
                                                               note     the teacher's 'seed' counts
    student-09  twice     2/2    success >= 94%  (1000 calls)  met      success is 95.6%
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-10  twice     0/2                                  invalid  line 16: this is nested more than 100 levels deep
    student-11  twice     2/2    success >= 94%  (1000 calls)  met      success is 99.7%
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-12  twice     2/2    success >= 94%  (1000 calls)  met      success is 99.2%
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-13  twice     2/2    success >= 94%  (1000 calls)  met      success is 99.4%
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-14  twice     2/2    success >= 94%  (1000 calls)  met      success is 100%
                                 attempts <= 3  (call 0)       met      attempts is 1
    student-15  twice     0/2                                  invalid  line 16: expected a duration, found a latency
    student-16  twice     0/2                                  missing  'answer' is not defined
    student-17  twice     0/2                                  missing  'answer' is not defined
    student-18  twice     0/2                                  missing  'answer' is not defined
    student-19  twice     0/2                                  missing  'answer' is not defined
    student-20  twice     0/2                                  missing  'answer' is not defined
    student-21  twice     0/2                                  missing  'answer' is not defined
    student-22  twice     0/2                                  missing  'answer' is not defined
    student-23  twice     0/2                                  missing  'answer' is not defined
    student-24  twice     0/2                                  missing  'answer' is not defined
    student-25  twice     0/2                                  missing  'answer' is not defined
    student-26  twice     0/2                                  missing  'answer' is not defined
    student-27  twice     0/2                                  missing  'answer' is not defined
    student-28  twice     0/2                                  missing  'answer' is not defined
    student-29  twice     0/2                                  missing  'answer' is not defined
    student-30  twice     0/2                                  missing  'answer' is not defined

    """

  private static let totals = """
    30 students: of 30 answers 8 meet all goals, 2 miss a goal, 4 cannot be measured, 16 are missing

    copies
      twice: student-11, student-13: the same text, comments included
      twice: student-11, student-12, student-13: the same program of 24 tokens, but for layout and names

    """

  @Test("is graded with a row for every answer, also for those that are no answers")
  func grade() throws {
    let folder = try submission()
    let before = try Self.files(in: folder)
    let run = try Self.run(
      ["grade", "answers", "--details", "--csv", "grades.csv", "--junit", "grades.xml"], in: folder)
    #expect(run.code == 0 && run.errors == "")
    #expect(run.output.hasPrefix(Self.table) && run.output.hasSuffix(Self.totals), "\(run.output)")
    #expect(run.output.contains("\nstudent-03 · 0/1\n"))
    var after = try Self.files(in: folder)
    let csv = after.removeValue(forKey: "grades.csv") ?? ""
    let report = after.removeValue(forKey: "grades.xml") ?? ""
    #expect(after == before, "an answer can only compute")
    #expect(csv.split(separator: "\r\n").count == 1 + 30 * 2)
    #expect(report.contains("<testsuites name=\"retrylab\" tests=\"60\" "))
    for threads in ["1", "2"] {
      let again = try Self.run(
        ["grade", "answers", "--details", "--threads", threads, "--csv=a.csv", "--junit=a.xml"],
        in: folder)
      #expect(again == run)
      #expect(try Self.files(in: folder)["a.csv"] == csv)
      #expect(try Self.files(in: folder)["a.xml"] == report)
    }
    let objects = try Self.run(["grade", "answers", "--json", "--csv=b.csv"], in: folder)
    #expect(objects.code == 0 && objects.errors == "")
    let kinds = try objects.output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }.compactMap { $0?["kind"] as? String }
    #expect(kinds == Array(repeating: "grade", count: 30) + ["grades"])
    #expect(try Self.files(in: folder)["b.csv"] == csv)
  }

  @Test("is graded from another folder, with lessons that have moved")
  func moved() throws {
    let folder = try submission()
    let manager = FileManager.default
    try manager.moveItem(
      at: folder.appending(path: "lessons"), to: folder.appending(path: "moved"))
    let gone = try Self.run(["grade", "answers"], in: folder)
    #expect(gone.code == 66 && gone.errors.contains("'--exercises PATH' says where they are"))
    let run = try Self.run(["grade", "answers", "--exercises", "moved"], in: folder)
    #expect(run.code == 0 && run.output.contains("30 students: of 30 answers "))
    let back = folder.appending(path: "back/student-01")
    try manager.createDirectory(at: back, withIntermediateDirectories: true)
    try manager.createDirectory(
      at: folder.appending(path: "back/zoe"), withIntermediateDirectories: true)
    // Saved at the prompt, it is a file of its own, which comes first.
    let answer = "seed 3\nlet fetch = op(\"fetch\")\nlet answer = fetch.retry(3)\n"
    try answer.write(
      to: back.appending(path: "twice-answer.retry"), atomically: true, encoding: .utf8)
    try "let answer = 1".write(
      to: back.appending(path: "twice.retry"), atomically: true, encoding: .utf8)
    let some = try Self.run(
      ["grade", "back", "--class", "answers", "--exercises", "moved/twice.retry"], in: folder)
    #expect(some.code == 0 && some.errors == "note: 'zoe' is not in the class\n")
    #expect(some.output.contains("of 30 answers 1 meets all goals, 29 are missing"), "\(some)")
    #expect(some.output.contains("student-01  twice  the teacher's 'fetch' counts"))
  }

  @Test("reads no link out of a student's folder, and no device")
  func links() throws {
    let folder = try submission()
    let manager = FileManager.default
    for (name, target) in [
      ("student-02", "../student-01/twice.retry"), ("student-05", "/dev/zero"),
    ] {
      let link = folder.appending(path: "answers/\(name)/twice.retry").path
      try manager.removeItem(atPath: link)
      try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
    }
    // A whole folder of another student is a link, too.
    let answers = folder.appending(path: "answers")
    try manager.removeItem(at: answers.appending(path: "student-09"))
    try manager.createSymbolicLink(
      atPath: answers.appending(path: "student-09").path, withDestinationPath: "student-01")
    let run = try Self.run(["grade", "answers", "--details"], in: folder)
    #expect(run.code == 0)
    for name in ["student-02", "student-05", "student-09"] {
      #expect(run.output.contains("\(name)  twice     0/2 "), "\(run.output)")
    }
    #expect(run.output.components(separatedBy: "it is outside this folder").count == 4)
  }

  @Test("takes its names from a list")
  func names() throws {
    let folder = try submission()
    let list = folder.appending(path: "names.txt")
    try "Ana Ó\n\nben\n".write(to: list, atomically: true, encoding: .utf8)
    let pack = ["pack", "lessons/twice.retry", "--for", "names.txt"]
    #expect(try Self.run(pack, in: folder).code == 0)
    let packed = try Self.files(in: folder.appending(path: "class"))
    #expect(Set(packed.keys) == ["class.txt", "Ana Ó/twice.retry", "ben/twice.retry"])
    let again = try Self.run(pack, in: folder)
    #expect(again.code == 74 && again.errors.contains("'class' already exists; '--to FOLDER'"))
    try "../ben\n".write(to: list, atomically: true, encoding: .utf8)
    let wrong = try Self.run(pack + ["--to", "x"], in: folder)
    #expect(wrong.code == 65 && wrong.errors.contains("'../ben' cannot be the name of a folder"))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "x").path))
  }

  /// Words after `class`, the exit code, and the message.
  static let mistakes: [(words: [String], code: Int32, told: String)] = [
    ([], 64, "class needs 'pack' or 'grade'"), (["park"], 64, "class needs 'pack' or 'grade'"),
    (["pack", "--for", "3"], 64, "class pack needs a lesson or a folder of lessons"),
    (["pack", "lessons"], 64, "class pack needs --for"),
    (["pack", "lessons", "--for", "0"], 64, "--for takes a number of students from 1 to 9999"),
    (["pack", "lessons", "--for"], 64, "--for needs a value"),
    (["pack", "lessons", "--for", "3", "--seed", "-1"], 64, "--seed takes an integer from 0"),
    (
      ["pack", "lessons", "--for", "3", "--csv", "x"], 64,
      "--csv cannot be combined with class pack"
    ),
    (["pack", "", "--for", "3"], 64, "class pack needs a lesson or a folder of lessons"),
    (["grade", "a", "b"], 64, "class grade needs the folder of the answers, and no other file"),
    (["grade", "a", "--for", "3"], 64, "--for needs class pack"),
    (["grade", "a", "--check"], 64, "--check cannot be combined with class grade"),
    (["grade", "a", "--threads", "0"], 64, "--threads takes an integer from 1 to 256"),
    (["pack", "nowhere", "--for", "3"], 66, "'nowhere' cannot be read"),
    (["pack", "empty", "--for", "3"], 66, "no exercises in 'empty'"),
    (["pack", "lessons", "--for", "nowhere"], 66, "'nowhere' cannot be read"),
    (["pack", "wrong", "--for", "3"], 65, "wrong/a.retry:1:1: error: this exercise has no goal"),
    (["pack", "told", "--for", "3"], 65, "students would read the solution f.retry(2) in a.retry"),
    (["grade", "nowhere"], 66, "'nowhere' cannot be read: there is no such folder"),
    (["grade", "lessons"], 66, "no class.txt in 'lessons' or 'class'"),
    (["grade", "none"], 66, "no answers in 'none'"), (["grade", "other"], 65, "is not a record"),
  ]

  @Test("tells mistakes apart", arguments: mistakes)
  func told(words: [String], code: Int32, told: String) throws {
    let folder = try Scratch.folder()
    let record = "retrylab class\nexercises\tlessons\n\nstudent\texercise\tseed\nana\ttwice\t7\n"
    let files = [
      "lessons/twice.retry": Self.lesson, "empty/a.retry": "op()", "wrong/a.retry": "exercise a\n",
      "told/a.retry":
        "let f = op()\n/// Not f.retry(2).\nexercise a of f\ngoal attempts == 1\nsolution f.retry(2)",
      "none/class.txt": record, "other/class.txt": "my notes",
    ]
    try Self.write(files, in: folder)
    let run = try Self.run(words, in: folder)
    #expect(run.code == code && run.errors.contains(told), "\(run)")
  }

  @Test("is taken at the prompt: opened, checked, and saved beside the exercise")
  func student() throws {
    let folder = try submission()
    let run = try Program.shell(
      """
      cd "$1/answers/student-20"
      "$0" -e 'lesson twice.retry' -e 'let n = 2' -e 'let answer = fetch.retry(n)' -e check \
        -e 'save twice-answer'
      "$0" class grade .. --details --exercises ../../lessons
      """, [folder.path])
    #expect(run.code == 0 && run.errors == "", "\(run)")
    #expect(run.output.contains("well done\nend of the lesson 'Twice is better."))
    #expect(run.output.contains("student-20  twice     2/2 "))
  }
}
