import Report
import RetryLanguage

/// Answers of several students that are the same.
struct Copies: Equatable {
  /// In what the answers are the same.
  enum Likeness: Equatable {
    /// The lines that the students wrote, comments included.
    case text
    /// The program, but for its layout and the names in it; so many tokens.
    case program(length: Int)
  }

  /// The name of the exercise.
  let task: String
  let students: [String]
  let likeness: Likeness

  /// The fewest tokens of a program that students hardly write alike by chance.
  static let leastLength = 24

  /// Finds the same answers to one exercise; programs of its author are no copies.
  static func all(in grades: [Grade], of task: ClassTask) -> [Copies] {
    let own = grades.filter { $0.task == task.name }
    let known = Set(task.solutionPrograms.map(\.text))
    let texts = groups(own) { $0.commented }.map {
      Copies(task: task.name, students: $0.map(\.student), likeness: .text)
    }
    let programs = groups(own) { grade -> AnswerProgram? in
      guard let program = grade.program, program.length >= leastLength,
        !known.contains(program.text)
      else { return nil }
      return program
    }
    return texts
      + programs.compactMap { group in
        let students = group.map(\.student)
        guard !texts.contains(where: { $0.students == students }) else { return nil }
        return Copies(
          task: task.name, students: students,
          likeness: .program(length: group.first?.program?.length ?? 0))
      }
  }

  /// Returns the groups of two or more grades with the same key, in order.
  private static func groups<Key: Hashable>(
    _ grades: [Grade], by key: (Grade) -> Key?
  ) -> [[Grade]] {
    var places: [Key: Int] = [:]
    var groups: [[Grade]] = []
    for grade in grades {
      guard let key = key(grade) else { continue }
      if let place = places[key] {
        groups[place].append(grade)
      } else {
        places[key] = groups.count
        groups.append([grade])
      }
    }
    return groups.filter { $0.count > 1 }
  }

  /// The tokens of a program; `nil` if the texts are the same.
  var length: Int? { if case .program(let length) = likeness { length } else { nil } }

  /// The finding in one line.
  var phrase: String {
    let alike =
      switch likeness {
      case .text: "the same text, comments included"
      case .program(let length):
        "the same program of \(length) tokens, but for layout and names"
      }
    return "\(task): \(students.joined(separator: ", ")): \(alike)"
  }
}

extension ClassTask {
  /// The answers of the author in their one form.
  fileprivate var solutionPrograms: [AnswerProgram] {
    solutions.compactMap { solution in
      guard case .binding(let name, let value) = solution else { return nil }
      return AnswerProgram([
        StudentWork.Piece(name: name, value: value, line: 1, text: "")
      ])
    }
  }
}
