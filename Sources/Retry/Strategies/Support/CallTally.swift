/// Counts of calls by their results.
struct CallTally: AdditiveArithmetic, Hashable, Sendable {
  var calls = 0
  var failures = 0
  /// The number of them that took too long.
  var slow = 0

  static var zero: CallTally { CallTally() }

  static func + (left: CallTally, right: CallTally) -> CallTally {
    CallTally(
      calls: left.calls + right.calls, failures: left.failures + right.failures,
      slow: left.slow + right.slow)
  }

  static func - (left: CallTally, right: CallTally) -> CallTally {
    CallTally(
      calls: left.calls - right.calls, failures: left.failures - right.failures,
      slow: left.slow - right.slow)
  }
}

/// The latest results, up to a number.
struct LatestCalls: Sendable {
  /// The results; each is a tally of one call.
  private var results: [CallTally] = []
  /// The place of the next result.
  private var next = 0
  private let limit: Int
  private(set) var total = CallTally.zero

  init(limit: Int) {
    self.limit = limit
  }

  func total(adding result: CallTally) -> CallTally {
    results.count < limit ? total + result : total + result - results[next]
  }

  /// Adds a result and drops the oldest if there are too many.
  mutating func add(_ result: CallTally) {
    guard limit > 0 else { return }
    total = total(adding: result)
    if results.count < limit {
      results.append(result)
    } else {
      results[next] = result
    }
    next = (next + 1) % limit
  }

  /// Adds the results of another list, the oldest first.
  mutating func take(_ other: LatestCalls) {
    for offset in other.results.indices {
      add(other.results[(other.oldest + offset) % other.results.count])
    }
  }

  /// The place of the oldest result.
  private var oldest: Int { results.count < limit ? 0 : next }

  mutating func clear() {
    results.removeAll(keepingCapacity: true)
    (next, total) = (0, .zero)
  }
}
