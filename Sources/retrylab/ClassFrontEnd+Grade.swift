import BuiltInScenarios
import LineEditor
import Report
import RetryLanguage
import Workbench

// Grading answers.

extension ClassFrontEnd {
  /// The work after which an answer is given up that nothing else bounds.
  ///
  /// It is told from the time of its thread, so that the load of the machine decides no grade.
  private static let mostWork = Duration.seconds(30)
  /// The time after which an answer is given up that does not even get to work.
  private static let longest = Duration.seconds(600)

  private struct Place: Sendable {
    let row: ClassRecord.Row
    let task: ClassTask
    let folder: String
  }

  /// Measures all answers, and writes the table and the reports.
  func grade() -> Platform.ExitCode {
    Ending.code { () throws(Ending) in try gradeAll() }
  }

  private func gradeAll() throws(Ending) {
    let answers = path.withoutEndingSlash
    guard Platform.isFolder(answers) else {
      throw Ending(code: Platform.unreadable(answers, "there is no such folder"))
    }
    let record = try record(for: answers)
    let root = arguments.exercises ?? record.exercises
    guard Platform.isThere(root) || !BuiltInScenarios.paths(below: root).isEmpty else {
      throw Ending(
        "there are no exercises at '\(root.sanitized)'; '--exercises PATH' says where they are",
        .noSuchFile)
    }
    let tasks = try tasks(in: root)
    let byName = Dictionary(uniqueKeysWithValues: tasks.map { ($0.name, $0) })
    var places: [Place] = []
    for row in record.rows {
      guard let task = byName[row.task] else {
        throw Ending("the exercise '\(row.task.sanitized)' is gone from the lessons", .wrongScript)
      }
      places.append(Place(row: row, task: task, folder: "\(answers)/\(row.student)"))
    }
    for name in Platform.folders(in: answers) where !record.students.contains(name) {
      Platform.write("note: '\(name.sanitized)' is not in the class", to: .error)
    }
    let grades = Parallel.map(places, threads: arguments.threads, Self.grade)
    if Interruption.isRequested { throw Ending(code: .interrupted) }
    try report(Gradebook(grades.compactMap(\.self), of: tasks), answers)
  }

  private func report(_ book: Gradebook, _ answers: String) throws(Ending) {
    guard !book.isEmpty else {
      throw Ending(
        "no answers in '\(answers.sanitized)', which should have a folder for each student",
        .noSuchFile)
    }
    let lines =
      arguments.format == .json
      ? book.json.map(\.versioned.text)
      : [book.text(FrontEnd.style(arguments.colour), withDetails: arguments.hasDetails)]
    for line in lines { Platform.write(line, to: .output) }
    if let path = arguments.grades { try write(book.csv, to: path, mayReplace: true) }
    if let path = arguments.html,
      case .failed(let reason) = Platform.save(page: book.page.text.utf8, to: path)
    {
      throw Ending(code: Platform.unwritable(path, reason))
    }
    if let path = arguments.junit {
      try write(JUnit(book.checks).text, to: path, mayReplace: true)
    }
  }

  /// The record of the handouts: in the folder of the answers, or where they were packed.
  private func record(for answers: String) throws(Ending) -> ClassRecord {
    let folders = arguments.record.map { [$0.withoutEndingSlash] } ?? [answers, "class"]
    for folder in folders {
      let path = "\(folder)/\(ClassRecord.file)"
      switch Platform.content(ofFile: path) {
      case .absent: continue
      case .unreadable(let reason): throw Ending(code: Platform.unreadable(path, reason))
      case .text(let text):
        if let record = ClassRecord(text) { return record }
        throw Ending("'\(path.sanitized)' is not a record of a class", .wrongScript)
      }
    }
    throw Ending(
      "no \(ClassRecord.file) in '\(folders.map(\.sanitized).joined(separator: "' or '"))'; "
        + "'--class FOLDER' names the folder that 'class pack' wrote", .noSuchFile)
  }

  @Sendable private static func grade(_ place: Place) -> Grade {
    // Links out of the folder of the student are not followed, nor is the folder itself if it is one.
    var content = Platform.isLink(place.folder) ? FileContent.outside : .absent
    for file in [place.task.answerFile, place.task.file] where content == .absent {
      content = Platform.content(ofFile: file, inside: place.folder) {
        Platform.content(ofFile: $0)
      }
    }
    let (began, worked) = (ContinuousClock.now, Platform.threadTime)
    let submission = Submission(student: place.row.student, seed: place.row.seed, content: content)
    return place.task.grade(submission) {
      Interruption.isRequested || Platform.threadTime - worked > mostWork
        || ContinuousClock.now - began > longest
    }
  }
}
