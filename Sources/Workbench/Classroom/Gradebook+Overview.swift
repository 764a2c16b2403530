import Report
import TextLayout

// A class at a glance: students by exercises, and a line for each exercise.

extension Gradebook {
  /// A row for each student, with a mark for each exercise; as many exercises side by side as fit.
  func marks(_ style: Style) -> [TextLine] {
    let wide = Style(width: .max, isUnicode: style.isUnicode, isColoured: style.isColoured)
    let names = grades.map(\.student.count).max() ?? 0
    let fitting = max((style.width - names - 7) / 3, 1)
    var lines: [TextLine] = []
    for start in stride(from: 0, to: tasks.count, by: fitting) {
      if start > 0 { lines.append(TextLine(style: style)) }
      lines += marks(of: start..<min(start + fitting, tasks.count), style).lines(wide)
    }
    return lines + [legend(style)]
  }

  /// The marks for some of the exercises.
  func marks(of shown: Range<Int>, _ style: Style) -> Table {
    var table = Table(
      [.left] + shown.map { _ in .right } + [.right],
      head: [""] + shown.map { "\($0 + 1)" } + [""], gap: 1)
    for student in grades.map(\.student).unique {
      let own = grades.filter { $0.student == student }
      let marks = tasks[shown].map { task -> Table.Cell in
        let status = own.first { $0.task == task }?.status
        return .init(status?.mark(style), status?.ink)
      }
      table.add(
        [.init(student)] + marks + [.init("\(own.count(where: \.isSolved))/\(own.count)")])
    }
    return table
  }

  /// What the marks mean, as far as they occur.
  func legend(_ style: Style) -> TextLine {
    var line = TextLine(style: style)
    for status in Grade.Status.allCases where grades.contains(where: { $0.status == status }) {
      if line.columns > 0 { line.add("  ") }
      line.add(status.mark(style), status.ink)
      line.add(" \(status.rawValue)")
    }
    return line
  }

  /// How many solved each exercise, which goal was missed most often, and the most common wrong answer.
  var exercises: Table {
    var table = Table(
      [.right, .left, .right, .yielding, .right, .yielding, .right],
      head: ["", "exercise", "solved", "missed most", "", "most common wrong answer", ""])
    for (index, task) in tasks.enumerated() {
      let all = grades.filter { $0.task == task }
      let missed = all.filter { $0.status == .missed }
      let goal = missed.flatMap { $0.missedGoals(among: goals[task] ?? []) }.mostCommon
      // One that nobody shares tells nothing of the class.
      let answer = missed.compactMap(\.answer).mostCommon.flatMap { $0.count > 1 ? $0 : nil }
      table.add([
        .init("\(index + 1)"), .init(task), .init("\(all.count(where: \.isSolved))/\(all.count)"),
        .init(goal?.text), .init(goal.map { "\($0.count)" }), .init(answer?.text),
        .init(answer.map { "\($0.count)" }),
      ])
    }
    return table
  }

  /// Why answers were not measured, and what was noted on others.
  var remarks: Table? {
    var table = Table([.left, .left, .left])
    for grade in grades {
      let reasons: [String] = grade.status == .missing ? [] : [grade.reason].compactMap(\.self)
      for remark in reasons + grade.notes {
        table.add([.init(grade.student), .init(grade.task), .init(remark)])
      }
    }
    return table.rows.isEmpty ? nil : table
  }
}

extension Grade {
  /// The goals that it misses, as in the lesson: those of a student may have other values.
  fileprivate func missedGoals(among goals: [String]) -> [String] {
    guard case .measured(let results) = result else { return [] }
    return zip(goals, results).filter { !$1.isMet }.map(\.0)
  }
}

extension Grade.Status {
  fileprivate func mark(_ style: Style) -> String {
    switch self {
    case .solved: style.isUnicode ? "✓" : "+"
    case .missed: style.isUnicode ? "✗" : "x"
    case .invalid: "!"
    case .stopped: "~"
    case .missing: style.isUnicode ? "·" : "."
    }
  }

  fileprivate var ink: Ink? {
    switch self {
    case .solved: .success
    case .missed, .invalid, .stopped: .failure
    case .missing: .faint
    }
  }
}

extension [String] {
  /// The different ones, in order.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }

  /// The one that occurs most often; of several, the first in the alphabet, so that the order does not matter.
  var mostCommon: (text: String, count: Int)? {
    let counts = Dictionary(grouping: self, by: \.self).mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
  }
}
