package import RetryNumerics
package import Simulation

/// A call and its latency.
package struct TimedCall: Hashable, Sendable {
  package private(set) var call: UInt64
  package private(set) var duration: Nanoseconds
}

/// The slowest calls, the slowest first; ties are sorted by number.
struct LongestCalls: Hashable, Sendable {
  private let limit: Int
  private(set) var calls: [TimedCall] = []

  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  mutating func add(_ result: CallResult) {
    if calls.count == limit, let last = calls.last, result.duration < last.duration { return }
    insert([TimedCall(call: result.call, duration: result.duration)])
  }

  private mutating func insert(_ others: [TimedCall]) {
    let sorted = (calls + others).sorted {
      $0.duration != $1.duration ? $0.duration > $1.duration : $0.call < $1.call
    }
    calls = Array(sorted.prefix(limit))
  }
}

extension LongestCalls: Mergeable {
  mutating func merge(_ other: LongestCalls) {
    insert(other.calls)
  }
}

extension LongestCalls: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&calls, blank: TimedCall(call: 0, duration: .zero))
  }
}

extension TimedCall: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&call)
    coder.code(&duration)
  }
}
