import Retry
import RetryLanguage
import RetryNumerics
import Simulation

/// What a policy comes to when each attempt fails at once.
struct Course {
  /// The attempts; `nil` without an end.
  struct Attempts {
    /// Each delay being the longest, the middle or the shortest one.
    let fewest, usual, most: Int?
  }

  private(set) var attempts: Attempts
  /// The longest wait in all.
  private(set) var total = Nanoseconds.zero
  /// The middle of the wait in all.
  private(set) var usualTotal = Nanoseconds.zero
  /// The longest delay.
  private(set) var longest = Nanoseconds.zero
  /// The longest middle of a delay.
  private(set) var middle = Nanoseconds.zero
  private(set) var isRandom = false

  /// Whether neither a number nor a time ends its retries.
  private(set) var isEndless = false
  /// Whether a budget bounds its retries.
  private(set) var hasBudget = false

  /// How many retries are looked at, and how short a time makes no difference.
  private static let (most, negligible) = (DelayTable.most, Nanoseconds(1_000_000))
  /// By which share a delay may vary where none was asked for, since some libraries vary each.
  private static let variation = 0.2

  /// Follows a policy after errors of a cause, for a number of retries at most.
  init(_ strategy: RetryStrategy, after cause: RetryCause = .transient, retries: Int = Self.most) {
    let rules = strategy.policy.rules
    let limit = rules.countedAttempts
    let end = Self.end(of: strategy, limit)
    let ranges = rules.backoff.after(cause).ranges(min((limit ?? .max) - 1, retries))
    func attempts(_ delay: (ClosedRange<Nanoseconds>) -> Nanoseconds) -> Int? {
      var elapsed = Nanoseconds.zero
      let last = ranges.firstIndex { range in
        elapsed += delay(range)
        return end.map { elapsed >= $0 } ?? false
      }
      return last.map { $0 + 1 } ?? limit
    }
    self.attempts = Attempts(
      fewest: attempts(\.upperBound), usual: attempts(\.middle), most: attempts(\.lowerBound))
    for range in ranges.prefix((self.attempts.usual ?? .max) - 1) {
      (longest, middle) = (max(longest, range.upperBound), max(middle, range.middle))
      total += range.upperBound
      usualTotal += range.middle
      isRandom = isRandom || range.lowerBound < range.upperBound
    }
    if let end { (total, longest) = (min(total, end), min(longest, end)) }
    isEndless = limit == nil && end == nil
    hasBudget = strategy.budget != nil
  }

  /// When no further attempt begins, if there is such a time.
  private static func end(of strategy: RetryStrategy, _ limit: Int?) -> Nanoseconds? {
    let rules = strategy.policy.rules
    let deadline = rules.limitRule == .both && limit != nil ? nil : rules.deadline
    return [deadline.map { Nanoseconds($0) }, Translation.timeout(strategy.outer)]
      .compactMap(\.self).min()
  }
}

extension Course {
  /// What sets another course so far apart that it must not take the place of this one.
  func differences(of other: Course, cap: Nanoseconds?) -> [String] {
    var found: [String] = []
    func phrase(_ attempts: Int?) -> String { attempts.map { "\($0)" } ?? "any number of" }
    if !Self.areNear(attempts.usual, other.attempts.usual) {
      found.append(
        "it makes \(phrase(other.attempts.usual)) attempts, not \(phrase(attempts.usual))")
    } else if !Self.areNear(attempts.most, other.attempts.most)
      || !Self.areNear(attempts.fewest, other.attempts.fewest)
    {
      let ends = "\(phrase(other.attempts.fewest)) to \(phrase(other.attempts.most))"
      found.append("chance decides how many attempts it makes: \(ends)")
    }
    let slack = Self.negligible * Int64(max(min(attempts.usual ?? .max, Self.most) - 1, 1))
    if other.total + slack < total.times(0.9) {
      found.append("it waits at most \(other.total) in all, not \(total)")
    } else if other.usualTotal + slack < usualTotal.times(0.9) {
      found.append("it usually waits \(other.usualTotal) in all, not \(usualTotal)")
    }
    let bound =
      cap.map { max($0, longest) } ?? longest.times(isRandom ? 1.1 : 1.1 * (1 + Self.variation))
    if other.middle > longest.times(1.1) + Self.negligible
      || other.longest > bound + Self.negligible
    {
      found.append("a delay may be \(other.longest) long, not \(longest)")
    }
    if other.isEndless, !isEndless, attempts.usual == nil {
      found.append("nothing ends its retries")
    }
    if hasBudget, !other.hasBudget { found.append("no budget bounds its retries") }
    if isRandom, !other.isRandom { found.append("no delay is random, as they are here") }
    return found
  }

  /// Whether two numbers differ by a tenth at most.
  private static func areNear(_ one: Int?, _ other: Int?) -> Bool {
    guard let one, let other else { return one == other }
    let (low, high) = (Double(min(one, other)), Double(max(one, other)))
    return high <= low * 1.1
  }
}

extension ClosedRange<Nanoseconds> {
  /// The time between the ends.
  fileprivate var middle: Nanoseconds {
    Nanoseconds(lowerBound.count / 2 + upperBound.count / 2)
  }
}

extension Nanoseconds {
  fileprivate func times(_ factor: Double) -> Nanoseconds {
    Nanoseconds(rounding: factor * Double(count))
  }
}

extension RetryRules {
  /// The number of attempts by itself, and by the delays, whatever a limit of time says.
  var countedAttempts: Int? { [attempts, mostAttempts].compactMap(\.self).min() }
}
