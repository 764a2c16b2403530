import Retry
import RetryNumerics
import Simulation

/// The planned delays of a policy, with their ranges and their sum.
struct DelaySchedule: Sendable {
  /// The maximal number of delays listed.
  private static let longestList = 8
  private let rules: RetryRules

  /// Analyses the delays of a policy.
  init(_ rules: RetryRules) {
    self.rules = rules
  }

  /// A description of the delays, also of those after some causes.
  var text: String {
    let causes = rules.backoff.causes
    guard !causes.isEmpty else { return plain }
    let all = ([.transient] + causes).map { cause in
      (cause == .transient ? "" : "after \(cause.phrase) ")
        + DelaySchedule(rules.with(backoff: rules.backoff.after(cause))).plain
    }
    return all.joined(separator: "; ")
  }

  /// The number of delays up to the question, from which on the person decides how long to wait.
  private var count: Int {
    rules.question?.after ?? rules.mostAttempts.map { $0 - 1 } ?? Self.longestList
  }

  /// The ranges of the first of them, as many as a list may have.
  private var listed: [ClosedRange<Nanoseconds>] { ranges(max(min(count, Self.longestList), 0)) }

  /// The delays to draw, and whether there are more; `nil` if all are the same, or a cause or a closure decides.
  var drawn: (ranges: [ClosedRange<Nanoseconds>], hasMore: Bool)? {
    let known = listed
    let isConstant = known.allSatisfy { $0 == known[0] && $0.lowerBound == $0.upperBound }
    guard rules.backoff.causes.isEmpty, known.count > 1, !isConstant,
      known.allSatisfy({ $0.upperBound < .never })
    else { return nil }
    return (known, count > known.count || isOpen)
  }

  private var isOpen: Bool { rules.mostAttempts == nil && rules.question == nil }

  /// A description of delays that do not depend on the cause.
  private var plain: String {
    guard count > 0 else { return "none" }
    let shown = listed
    let isAllZero = shown.allSatisfy { $0.upperBound == .zero }
    if isAllZero { return "none: it retries at once" }
    if shown.allSatisfy({ $0.upperBound == .never }) { return "drawn by a closure" }
    let list = shown.map(Self.phrase).joined(separator: ", ")
    let rest = count > shown.count || isOpen ? ", …" : ""
    return "\(list)\(rest)\(sum)"
  }

  /// The ranges of the first delays.
  func ranges(_ count: Int) -> [ClosedRange<Nanoseconds>] {
    rules.backoff.ranges(count)
  }

  /// The longest single delay.
  var longest: Nanoseconds {
    ranges(min(rules.mostAttempts ?? 100, 100)).reduce(.zero) { max($0, $1.upperBound) }
  }

  /// The minimal and maximal sum of all delays; `nil` if their number is unlimited.
  var total: ClosedRange<Nanoseconds>? { rules.mostAttempts.flatMap(total) }

  /// Returns the minimal and maximal sum of the delays between a number of attempts, if they can be computed.
  func total(of attempts: Int) -> ClosedRange<Nanoseconds>? {
    guard attempts <= 10_000 else { return nil }
    return ranges(attempts - 1).reduce(Nanoseconds.zero...Nanoseconds.zero) {
      ($0.lowerBound + $1.lowerBound)...($0.upperBound + $1.upperBound)
    }
  }

  private var sum: String {
    total.map { "; \(Self.phrase($0)) in total" } ?? ""
  }

  private static func phrase(_ range: ClosedRange<Nanoseconds>) -> String {
    range.lowerBound == range.upperBound
      ? range.lowerBound.brief
      : "\(range.lowerBound.brief)...\(range.upperBound.brief)"
  }
}

extension RetryCause {
  fileprivate var phrase: String {
    switch self {
    case .transient: "an error"
    case .throttling: "throttling"
    case .timeout: "a timeout"
    }
  }
}
