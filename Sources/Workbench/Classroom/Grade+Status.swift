import Report

extension Grade {
  /// The result of an answer in one word.
  enum Status: String, CaseIterable {
    case solved, missed, invalid, stopped, missing

    /// The result after a number of answers.
    func phrase(_ count: Int) -> String {
      switch self {
      case .solved: count == 1 ? "meets all goals" : "meet all goals"
      case .missed: count == 1 ? "misses a goal" : "miss a goal"
      case .invalid: "cannot be measured"
      case .stopped: "would take too long"
      case .missing: count == 1 ? "is missing" : "are missing"
      }
    }
  }

  /// The result in one word.
  var status: Status {
    switch result {
    case .measured(let results): results.allSatisfy(\.isMet) ? .solved : .missed
    case .missing: .missing
    case .invalid: .invalid
    case .stopped: .stopped
    }
  }

  /// Whether all goals are met.
  var isSolved: Bool { status == .solved }

  var metCount: Int {
    if case .measured(let results) = result { results.count(where: \.isMet) } else { 0 }
  }

  /// Why nothing was measured, if so.
  var reason: String? {
    switch result {
    case .measured: nil
    case .missing(let reason), .invalid(let reason), .stopped(let reason): reason
    }
  }

  /// The rows of a table: a goal, the verdict on it, and the figures.
  var rows: [(goal: String, verdict: String, isMet: Bool?, measured: String)] {
    guard case .measured(let results) = result else {
      return [("", status.rawValue, false, reason ?? "")]
    }
    return results.map { ($0.goal.phrase, $0.isMet ? "met" : "missed", $0.isMet, $0.measured) }
  }

  /// The fields of a table for programs: a goal, whether it is met, the figures, and how far off they are.
  var records: [[String]] {
    guard case .measured(let results) = result else { return goals.map { [$0, "false", "", ""] } }
    return results.map {
      [$0.goal.phrase, $0.isMet ? "true" : "false", $0.figures, $0.isMet ? "" : $0.gap ?? ""]
    }
  }

  /// The goals, each with whether it is met, the figures, and how far off they are.
  var goalResults: [(goal: String, isMet: Bool, figures: String?, distance: String?)] {
    guard case .measured(let results) = result else { return goals.map { ($0, false, nil, nil) } }
    return results.map { ($0.goal.phrase, $0.isMet, $0.figures, $0.isMet ? nil : $0.gap) }
  }
}
