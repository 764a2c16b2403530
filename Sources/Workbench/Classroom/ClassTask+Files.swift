import RetryLanguage

// The files in the folder of a student.

extension ClassTask {
  /// Returns the files that exercises read, such as samples, by their paths in the folder of a student.
  ///
  /// Throws if a path leaves that folder, or if two different files would have the same path.
  package static func files(of tasks: [ClassTask]) throws(Problem) -> [String: String] {
    var files: [String: String] = [:]
    for task in tasks {
      for (written, text) in task.files.sorted(by: { $0.key < $1.key }) {
        guard ScriptHost.isBelow(written) else {
          throw task.problem(
            "the path '\(written)' would leave a student's folder; write it without '..'")
        }
        let path = written.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        if tasks.contains(where: { [$0.file, $0.answerFile].contains(path) }) {
          throw task.problem(
            "'\(path)' is the file of an exercise; give the other file another name")
        }
        if let other = files.updateValue(text, forKey: path), other != text {
          throw task.problem(
            "another exercise reads a different file '\(path)'; give one of them another name")
        }
      }
    }
    return files
  }

  /// Returns an error about the files of this exercise.
  private func problem(_ words: String) -> Problem {
    Problem(message: "\(path): \(words.sanitized)")
  }
}
