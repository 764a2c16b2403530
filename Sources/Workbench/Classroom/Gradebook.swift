import Pictures
package import Report
package import TextLayout

/// The grades of a class, as a table, CSV or JUnit.
package struct Gradebook {
  let grades: [Grade]
  /// The names of the exercises, in order.
  let tasks: [String]
  /// The goals of each exercise, with the values that the lesson shows.
  let goals: [String: [String]]
  let copies: [Copies]
  /// What the class guessed, as far as the files of the answers have it.
  let guesses: [ClassGuesses]
  private let students: Int

  /// Creates the book of grades, in order; copies are found among the answers to each exercise.
  package init(_ grades: [Grade], of tasks: [ClassTask]) {
    self.grades = grades
    self.tasks = tasks.map(\.name)
    goals = Dictionary(tasks.map { ($0.name, $0.goals) }) { $1 }
    guesses = ClassGuesses.all(in: grades, of: tasks.map(\.name))
    copies = tasks.flatMap { Copies.all(in: grades, of: $0) }
    students = Set(grades.map(\.student)).count
  }

  /// Whether no student submitted a file.
  package var isEmpty: Bool {
    grades.allSatisfy { if case .missing = $0.result { true } else { false } }
  }
}

// MARK: - Text

extension Gradebook {
  /// The class at a glance, remarks on answers, and the copies; with details, the result of each goal first.
  package func text(_ style: Style, withDetails: Bool) -> String {
    // Nothing of a grade is cut off, however narrow the terminal.
    let wide = Style(width: .max, isUnicode: style.isUnicode, isColoured: style.isColoured)
    var parts = withDetails ? [table.lines(wide)] : []
    parts += [marks(style), exercises.lines(style)]
    if !withDetails, let remarks { parts.append(remarks.lines(wide)) }
    if !guesses.isEmpty { parts.append(ClassGuesses.table(guesses).lines(style)) }
    if withDetails {
      parts += guesses.compactMap(\.picture).map { TextPicture($0, style: style).lines() }
    }
    let texts = parts.map { $0.map(\.text).joined(separator: "\n") }
    let copied =
      copies.isEmpty
      ? "no copies found" : (["copies"] + copies.map { "  " + $0.phrase }).joined(separator: "\n")
    return (texts + [summary, copied]).joined(separator: "\n\n")
  }

  /// The result of each goal of each answer.
  var table: Table {
    var table = Table(
      [.left, .left, .left, .left, .left, .left],
      head: ["student", "exercise", "goals", "goal", "", ""])
    for student in grades.map(\.student).unique {
      let own = grades.filter { $0.student == student }
      add(own.filter(\.hasFile), to: &table)
      let absent = own.filter { !$0.hasFile }
      guard absent.count > 1 else {
        add(absent, to: &table)
        continue
      }
      // However much is missing, it takes one row.
      table.add([
        .init(student), .init("\(absent.count) exercises"), .init("0", .failure), .init(""),
        .init(Grade.Status.missing.rawValue, .failure),
        .init("nothing was submitted for \(absent.map(\.task).joined(separator: ", "))"),
      ])
    }
    return table
  }

  private func add(_ grades: [Grade], to table: inout Table) {
    for grade in grades {
      let head: [Table.Cell] = [
        .init(grade.student), .init(grade.task),
        .init("\(grade.metCount)/\(grade.goals.count)", grade.isSolved ? .success : .failure),
      ]
      for (index, row) in (grade.rows + grade.notes.map { ("", "note", nil, $0) }).enumerated() {
        table.add(
          (index == 0 ? head : [.init(""), .init(""), .init("")]) + [
            .init(row.goal), .init(row.verdict, row.isMet.map { $0 ? .success : .failure }),
            .init(row.measured),
          ])
      }
    }
  }

  var summary: String {
    let kinds = Grade.Status.allCases.compactMap { status -> String? in
      let count = grades.count { $0.status == status }
      return count == 0 ? nil : "\(count) \(status.phrase(count))"
    }
    let noun = students == 1 ? "student" : "students"
    return "\(students) \(noun): of \(grades.count) answers " + kinds.joined(separator: ", ")
  }
}

// MARK: - For programs

extension Gradebook {
  /// A row for each goal of each answer.
  package var csv: String {
    var table = CSVTable(header: [
      "student", "exercise", "seed", "status", "goal", "met", "figures", "distance", "message",
      "copy_of",
    ])
    for grade in grades {
      for row in grade.records {
        table.add(
          [grade.student, grade.task, "\(grade.seed)", grade.status.rawValue] + row + [
            ([grade.reason].compactMap(\.self) + grade.notes).joined(separator: "; "),
            others(like: grade).joined(separator: " "),
          ])
      }
    }
    return table.text
  }

  /// The students with the same answer.
  private func others(like grade: Grade) -> [String] {
    let same = copies.filter { $0.task == grade.task && $0.students.contains(grade.student) }
    return Set(same.flatMap(\.students)).subtracting([grade.student]).sorted()
  }

  /// One object per answer, and one for the whole class.
  package var json: [JSONValue] {
    grades.map { grade in
      JSONForms.grade.json(
        of: JSONForms.GradedAnswer(
          student: grade.student, exercise: grade.task, seed: grade.seed,
          status: grade.status.rawValue, message: grade.reason, goals: grade.goalResults,
          notes: grade.notes, alike: others(like: grade)))
    } + [
      JSONForms.grades.json(
        of: JSONForms.GradedClass(
          students: students,
          counts: Dictionary(grouping: grades, by: \.status.rawValue).mapValues(\.count),
          copies: copies.map { ($0.task, $0.students, $0.length) }))
    ]
  }

  /// A check for each answer, with a case for each goal.
  package var checks: [Check] {
    grades.map { grade in
      var check = Check("\(grade.student)/\(grade.task)", grade.verdict, grade.reason ?? "")
      check.cases = grade.cases
      return check
    }
  }
}

extension Grade {
  fileprivate var cases: [Check.Case] {
    guard case .measured(let results) = result else {
      return goals.map { .init(name: $0, line: nil, verdict: verdict, message: reason ?? "") }
    }
    return results.map { result in
      Check.Case(
        name: result.goal.phrase, line: nil, verdict: result.isMet ? .passed : .expectation,
        message: result.isMet ? "" : result.measured)
    }
  }

  fileprivate var verdict: Check.Verdict {
    switch status {
    case .solved: .passed
    case .missed: .expectation
    case .missing: .unreadable
    case .invalid: .mistake
    case .stopped: .stopped
    }
  }
}
