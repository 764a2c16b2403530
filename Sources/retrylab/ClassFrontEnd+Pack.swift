import LineEditor
import RetryLanguage
import Workbench

// Packing exercises.

extension ClassFrontEnd {
  /// Writes a folder for each student, and the record that stays with the teacher.
  func pack() -> Platform.ExitCode {
    Ending.code { () throws(Ending) in try packAll() }
  }

  private func packAll() throws(Ending) {
    let students = try students()
    let tasks = try tasks(in: path)
    for name in [path] + tasks.map(\.name) where name != name.sanitized {
      throw Ending(
        "'\(name.sanitized)' has a character that the record of a class cannot hold; rename it",
        .wrongScript)
    }
    let target = arguments.target.withoutEndingSlash
    guard !Platform.isThere(target) else {
      throw Ending(
        "'\(target.sanitized)' already exists; '--to FOLDER' writes to another folder", .unwritable)
    }
    let page = try arguments.hasStudentPages ? page() : nil
    let files = try files(of: tasks)
    let handouts = try handouts(of: tasks, for: students)
    if Interruption.isRequested { throw Ending(code: .interrupted) }
    try warn(handouts, tasks)
    for student in students {
      for (path, text) in files { try add(text, at: "\(target)/\(student)/\(path)") }
    }
    for handout in handouts {
      guard let task = tasks.first(where: { $0.name == handout.task }) else { continue }
      try add(handout.text, at: "\(target)/\(handout.student)/\(task.file)")
    }
    if arguments.hasStudentLessons { try addLessons(of: tasks, handouts, in: target) }
    if let page {
      for student in students {
        try write(page, for: handouts.filter { $0.student == student }, files, in: target)
      }
    }
    let record = ClassRecord(handouts, of: path.withoutEndingSlash)
    try write(record.text, to: "\(target)/\(ClassRecord.file)")
    Platform.write(phrase(tasks.count, students.count, target), to: .output)
  }

  /// Writes a folder with the lessons for each student, whose exercises have the values of the handouts.
  private func addLessons(
    of tasks: [ClassTask], _ handouts: [Handout], in target: String
  ) throws(Ending) {
    var written: Set<String> = []
    for handout in handouts {
      guard let lesson = tasks.first(where: { $0.name == handout.task })?.lesson else { continue }
      let folder = "\(target)/\(handout.student)/lessons"
      let texts = lesson.files.merging(["\(lesson.name).retry": lesson.text(seed: handout.seed)]) {
        $1
      }
      for (path, text) in texts.sorted(by: { $0.key < $1.key })
      where written.insert("\(folder)/\(path)").inserted {
        guard ScriptHost.isBelow(path) else {
          throw Ending(
            "the lesson '\(lesson.name)' reads '\(path.sanitized)', which would leave a student's folder",
            .wrongScript)
        }
        try add(text, at: "\(folder)/\(path)")
      }
    }
  }

  private func phrase(_ tasks: Int, _ students: Int, _ target: String) -> String {
    """
    packed \(tasks) \(tasks == 1 ? "exercise" : "exercises") for \(students) \
    \(students == 1 ? "student" : "students") in '\(target.sanitized)'
    hand out each student's folder; keep \(ClassRecord.file), which 'retrylab class grade' needs
    """
  }

  private func students() throws(Ending) -> [String] {
    let given = arguments.students
    if let count = Int(given) { return Students.numbered(count) }
    let content = Platform.content(ofFile: given)
    guard let text = content.text else {
      throw Ending(code: Platform.unreadable(given, content.reason ?? ""))
    }
    let names = Students.listed(in: text)
    if let problem = Students.problem(in: names) {
      throw Ending("the list '\(given.sanitized)': \(problem)", .wrongScript)
    }
    return names
  }

  private func handouts(
    of tasks: [ClassTask], for students: [String]
  ) throws(Ending) -> [Handout] {
    let seed = arguments.seed ?? 42
    let pairs = students.flatMap { student in tasks.map { (student: student, task: $0) } }
    let made = Parallel.map(pairs, threads: arguments.threads) { pair in
      Result { () throws(ClassTask.Problem) in
        try pair.task.handout(for: pair.student, of: seed) { Interruption.isRequested }
      }
    }
    var handouts: [Handout] = []
    for case .failure(let problem)? in made { throw Ending(problem.message, .wrongScript) }
    for case .success(let handout?)? in made { handouts.append(handout) }
    return handouts
  }

  /// Tells which students needed another seed, and which solutions a handout shows.
  private func warn(_ handouts: [Handout], _ tasks: [ClassTask]) throws(Ending) {
    for note in Handout.notes(on: handouts) { Platform.write("note: \(note)", to: .error) }
    for task in tasks {
      guard let handout = handouts.first(where: { $0.task == task.name }) else { continue }
      let texts = [(task.file, handout.text)] + task.files.sorted { $0.key < $1.key }
      for (file, text) in texts {
        for solution in task.drawn(under: handout.seed).solutions(in: text) {
          throw Ending(
            "\(task.path): students would read the solution \(solution) in \(file)", .wrongScript)
        }
      }
    }
  }

  private func files(of tasks: [ClassTask]) throws(Ending) -> [String: String] {
    do throws(ClassTask.Problem) {
      return try ClassTask.files(of: tasks)
    } catch {
      throw Ending(error.message, .wrongScript)
    }
  }

  // MARK: - Pages

  private func page() throws(Ending) -> LaboratoryPage {
    do throws(LaboratoryPage.Missing) {
      return try LaboratoryPage()
    } catch {
      throw Ending(error.message, .noSuchFile)
    }
  }

  /// Writes a page with the exercises of a student, and the files that they read.
  private func write(
    _ page: LaboratoryPage, for handouts: [Handout], _ files: [String: String], in target: String
  ) throws(Ending) {
    guard let student = handouts.first?.student else { return }
    var start = PageStart()
    var host = FrontEnd.host(in: ".")
    host.file = { files[$0].map { .text($0) } ?? .absent }
    for handout in handouts {
      do throws(PageStart.Conflict) {
        try start.add(Scenario(path: "\(handout.task).retry", text: handout.text, host: host))
      } catch {
        throw Ending(
          "two different files would be '\(error.name.sanitized)' in a page", .wrongScript)
      }
    }
    let path = "\(target)/\(student)/laboratory.html"
    if case .failed(let reason) = Platform.save(page: page.starting(with: start), to: path) {
      throw Ending(code: Platform.unwritable(path, reason))
    }
  }

  // MARK: - Files

  /// Writes a new file, and the folders that it needs.
  private func add(_ text: String, at path: String) throws(Ending) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if let reason = Platform.makeFolder(folder) {
      throw Ending(code: Platform.unwritable(folder, reason))
    }
    try write(text, to: path)
  }
}
