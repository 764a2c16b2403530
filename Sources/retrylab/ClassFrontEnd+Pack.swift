import LineEditor
import RetryLanguage
import Workbench

// Packing exercises.

extension ClassFrontEnd {
  /// Writes a folder for each student, and the record that stays with the teacher.
  func pack() -> Platform.ExitCode {
    ending { () throws(Ending) in try packAll() }
  }

  private func packAll() throws(Ending) {
    let students = try students()
    let tasks = try tasks(in: path)
    let target = arguments.target.withoutEndingSlash
    guard !Platform.isThere(target) else {
      throw ending(
        "'\(target.sanitized)' already exists; '--to FOLDER' writes to another folder", .unwritable)
    }
    let handouts = try handouts(of: tasks, for: students)
    if Interruption.isRequested { throw Ending(code: .interrupted) }
    try warn(handouts, tasks)
    for handout in handouts {
      guard let task = tasks.first(where: { $0.name == handout.task }) else { continue }
      try make("\(target)/\(handout.student)")
      try write(handout.text, to: "\(target)/\(handout.student)/\(task.file)")
      for (path, text) in task.files {
        let place = "\(target)/\(handout.student)/\(path)"
        if let end = place.lastIndex(of: "/") { try make(String(place[..<end])) }
        // Exercises of one folder may read the same file.
        try write(text, to: place, mayReplace: true)
      }
    }
    let record = ClassRecord(handouts, of: path.withoutEndingSlash)
    try write(record.text, to: "\(target)/\(ClassRecord.file)")
    Platform.write(words(tasks.count, students.count, target), to: .output)
  }

  private func words(_ tasks: Int, _ students: Int, _ target: String) -> String {
    """
    packed \(tasks) \(tasks == 1 ? "exercise" : "exercises") for \(students) \
    \(students == 1 ? "student" : "students") in '\(target.sanitized)'
    hand out each student's folder; keep \(ClassRecord.file), which 'retrylab class grade' needs
    """
  }

  /// The names of the students.
  private func students() throws(Ending) -> [String] {
    let given = arguments.students
    if let count = Int(given) { return Students.numbered(count) }
    let content = Platform.content(ofFile: given)
    guard let text = content.text else {
      throw Ending(code: Platform.unreadable(given, content.reason ?? ""))
    }
    let names = Students.listed(in: text)
    if let trouble = Students.trouble(in: names) {
      throw ending("the list '\(given.sanitized)': \(trouble)", .wrongScript)
    }
    return names
  }

  private func handouts(
    of tasks: [ClassTask], for students: [String]
  ) throws(Ending) -> [Handout] {
    let seed = arguments.seed ?? 42
    let pairs = students.flatMap { student in tasks.map { (student: student, task: $0) } }
    let made = Parallel.map(pairs, threads: arguments.threads) { pair in
      Result { () throws(ClassTask.Trouble) in
        try pair.task.handout(for: pair.student, of: seed) { Interruption.isRequested }
      }
    }
    var handouts: [Handout] = []
    for case .failure(let trouble)? in made { throw ending(trouble.words, .wrongScript) }
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
        for solution in task.solutions(in: text) {
          throw ending(
            "\(task.path): students would read the solution \(solution) in \(file)", .wrongScript)
        }
      }
    }
  }

  private func make(_ folder: String) throws(Ending) {
    if let reason = Platform.makeFolder(folder) {
      throw Ending(code: Platform.unwritable(folder, reason))
    }
  }
}
