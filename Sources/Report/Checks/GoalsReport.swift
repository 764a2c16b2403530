import Pictures
package import TextLayout

/// Whether a policy meets the goals of a file, and what has changed since they were recorded.
package struct GoalsReport {
  let check: Check
  private let policy: String

  package init(_ check: Check, of policy: String) {
    (self.check, self.policy) = (check.ofGoals, policy)
  }

  /// Whether the file ran to its end and each goal is met; figures may differ from the recording.
  package var isPassed: Bool { failures.isEmpty }

  var failures: [Check.Case] { check.allCases.filter { $0.verdict != .passed } }

  var changes: FigureChanges { FigureChanges(check.changes) }

  /// The verdict in one line.
  var summary: String {
    let goals = check.expectations
    let met = goals.count { $0.verdict == .passed }
    let words = "\(met) of \(goals.count.counting("goal"))"
    return "\(policy) meets \(words) of \(check.path)"
  }

  /// The goals, the failures, and the changes as a table and a picture.
  package func lines(_ style: Style) -> [String] {
    var table = Table([.left, .left])
    for goal in check.expectations {
      let isMet = goal.verdict == .passed
      table.add([.init(isMet ? "met" : "missed", isMet ? .success : .failure), .init(goal.name)])
    }
    var lines = [summary] + table.lines(style).map(\.text)
    lines += failures.map { "\(check.place(of: $0)): \($0.message)" }
    lines += check.notes
    guard !changes.all.isEmpty else { return lines }
    let picture = changes.picture(from: "recorded", to: "now").map { ReportBlock.picture($0) }
    return lines + ["", changes.text() ?? ""] + (picture?.lines(style) ?? [])
  }

  /// The check for build servers.
  package var checks: [Check] { [check] }
}

extension Check {
  /// The check without a verdict on what differs from the recording, which another policy always does.
  fileprivate var ofGoals: Check {
    guard changes.isEmpty == false else { return self }
    let missed = expectations.first { $0.verdict != .passed }
    var check =
      missed == nil
      ? Check(path, .passed, notes: notes) : Check(path, verdict, message, line: line, notes: notes)
    check.cases = cases.map { one in
      one.verdict == .difference
        ? Case(name: one.name, line: one.line, verdict: .passed, message: "", time: one.time) : one
    }
    (check.time, check.changes) = (time, changes)
    return check
  }
}
