import Retry
import RetryNumerics
import Simulation

/// What a policy comes to when each attempt fails at once.
struct Course {
  /// The attempts, each delay being the middle one; `nil` without an end.
  private(set) var attempts: Int?
  /// The longest wait in all.
  private(set) var total = Nanoseconds.zero
  /// The longest delay.
  private(set) var longest = Nanoseconds.zero
  /// The longest middle of a delay.
  private(set) var middle = Nanoseconds.zero
  /// Whether a delay is random.
  private(set) var isRandom = false

  /// Whether neither a number nor a time ends its retries.
  private(set) var isEndless = false
  /// Whether a budget bounds its retries.
  private(set) var hasBudget = false

  /// How many retries are looked at, and how short a time makes no difference.
  private static let (most, negligible) = (DelayTable.most, Nanoseconds(1_000_000))

  /// Follows a policy after errors of a cause, for a number of retries at most.
  init(_ strategy: RetryStrategy, after cause: RetryCause = .transient, retries: Int = Self.most) {
    let rules = strategy.policy.rules
    let limit = rules.countedAttempts
    attempts = limit
    let end = Self.end(of: strategy, limit)
    var elapsed = Nanoseconds.zero
    let backoff = rules.backoff.after(cause)
    let ranges = backoff.ranges(min((limit ?? .max) - 1, retries))
    for (index, range) in ranges.enumerated() {
      let half = Nanoseconds(range.lowerBound.count / 2 + range.upperBound.count / 2)
      elapsed += half
      if let end, elapsed >= end {
        attempts = index + 1
        break
      }
      (longest, middle) = (max(longest, range.upperBound), max(middle, half))
      total += range.upperBound
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
    func words(_ attempts: Int?) -> String { attempts.map { "\($0)" } ?? "any number of" }
    if !Self.areNear(attempts, other.attempts) {
      found.append("it makes \(words(other.attempts)) attempts, not \(words(attempts))")
    }
    let slack = Self.negligible * Int64(max(min(attempts ?? .max, Self.most) - 1, 1))
    let least = Nanoseconds(rounding: 0.9 * Double(total.count))
    if other.total + slack < least {
      found.append("it waits at most \(other.total) in all, not \(total)")
    }
    let most = Nanoseconds(rounding: 1.1 * Double(longest.count)) + Self.negligible
    let bound = max(cap ?? .never, longest) + Self.negligible
    if other.middle > most || other.longest > bound {
      found.append("a delay may be \(other.longest) long, not \(longest)")
    }
    if other.isEndless, !isEndless, attempts == nil { found.append("nothing ends its retries") }
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

extension RetryRules {
  /// The number of attempts by itself, and by the delays, whatever a limit of time says.
  var countedAttempts: Int? { [attempts, mostAttempts].compactMap(\.self).min() }
}
