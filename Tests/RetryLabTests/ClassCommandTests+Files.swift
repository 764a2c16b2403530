import Foundation
import Testing

// Files that are no answers.

extension ClassCommandTests {
  /// How the file of an answer is made, by a shell in the folder of the student, and what is told of it.
  static let odd: [(script: String, told: String)] = [
    ("mkfifo t-answer.retry", "it is not a regular file"),
    ("mkdir t-answer.retry", "it is a folder"),
    ("ln -s t-answer.retry t-answer.retry", "Too many levels of symbolic links"),
    ("ln -s ../class.txt t-answer.retry", "it is outside this folder"),
    ("ln -s /dev/zero t.retry", "it is outside this folder"),
    ("printf '\\377\\376l\\000e\\000' > t-answer.retry", "it is UTF-16; save it as UTF-8"),
    ("printf '\\376\\377\\000l\\000e' > t.retry", "it is UTF-16; save it as UTF-8"),
    ("head -c 17000000 /dev/zero > t.retry", "it is longer than 16 MB"),
    ("echo 'let answer = fetch.retry(2)' > T-ANSWER.RETRY", ""),
  ]

  @Test("grades each file that is no text for what it is")
  func odd() throws {
    let folder = try Scratch.folder()
    let rows = Self.odd.indices.map { "s\($0)\tt\t7\n" }.joined()
    let record = "retrylab class\nexercises\tlessons\n\nstudent\texercise\tseed\n\(rows)ana\tt\t7\n"
    let files = [
      "lessons/t.retry": Self.lesson, "answers/class.txt": record,
      "answers/ana/t.retry": "let answer = fetch.retry(2)\n",
    ]
    try Self.write(files, in: folder)
    for (index, file) in Self.odd.enumerated() {
      let made = try Program.shell(
        "mkdir \"$1\" && cd \"$1\" && \(file.script)", [folder.path + "/answers/s\(index)"])
      #expect(made.code == 0, "\(made)")
    }
    let run = try Self.run(["grade", "answers"], in: folder)
    #expect(run.code == 0 && run.errors == "", "\(run)")
    for (index, file) in Self.odd.enumerated() {
      let isTold = run.output.contains("\ns\(index)  t  the file cannot be read: \(file.told)")
      #expect(isTold != file.told.isEmpty, "\(run.output)")
    }
    #expect(run.output.contains("1 meets all goals"), "\(run.output)")
  }
}
