import RetryNumerics
import Simulation

/// The calls whose latency falls into one bin of a histogram: each latency, its frequency, and its first call.
struct CloseCalls: Hashable, Sendable {
  fileprivate struct Group: Hashable, Sendable {
    var count: UInt64
    var first: UInt64
  }

  private let range: ClosedRange<Int64>
  private var groups: [Int64: Group] = [:]

  init(in range: ClosedRange<Int64>) {
    self.range = range
  }

  mutating func add(_ result: CallResult) {
    let latency = result.duration.count
    if range.contains(latency), !result.outcome.isHung {
      add(Group(count: 1, first: result.call), at: latency)
    }
  }

  private mutating func add(_ group: Group, at latency: Int64) {
    guard let known = groups[latency] else { return groups[latency] = group }
    groups[latency] = Group(
      count: known.count + group.count, first: min(known.first, group.first))
  }

  /// Returns the call at a rank, counted from 1 by latency among those in the range.
  func call(atRank rank: UInt64) -> TimedCall? {
    var below: UInt64 = 0
    for (latency, group) in groups.sorted(by: { $0.key < $1.key }) {
      below += group.count
      if below >= rank {
        return TimedCall(call: group.first, duration: Nanoseconds(latency))
      }
    }
    return nil
  }
}

extension CloseCalls: Mergeable {
  mutating func merge(_ other: CloseCalls) {
    for (latency, group) in other.groups { add(group, at: latency) }
  }
}

extension CloseCalls: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&groups, blank: 0, Group(count: 0, first: 0))
  }
}

extension CloseCalls.Group: ByteCodable {
  mutating func code(with coder: inout ByteCoder) {
    coder.code(&count)
    coder.code(&first)
  }
}
