package import Simulation

/// The calls that satisfy a condition.
package struct Findings: Hashable, Sendable {
  private let limit: Int
  /// The first matching calls by number.
  package private(set) var calls: [UInt64] = []
  package private(set) var count: UInt64 = 0
  package private(set) var searched: UInt64 = 0
  package internal(set) var planned: UInt64 = 0

  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  mutating func add(_ call: UInt64, holds: Bool) {
    searched += 1
    guard holds else { return }
    count += 1
    insert([call])
  }

  package var share: Estimate? { Estimate(share: count, of: searched) }
  package var isPartial: Bool { searched < planned }

  private mutating func insert(_ others: [UInt64]) {
    if calls.count == limit, let last = calls.last, others.allSatisfy({ $0 > last }) { return }
    calls = Array((calls + others).sorted().prefix(limit))
  }
}

extension Findings: Mergeable {
  package mutating func merge(_ other: Findings) {
    count += other.count
    searched += other.searched
    planned += other.planned
    insert(other.calls)
  }
}

extension Findings: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&calls, blank: 0)
    coder.code(&count)
    coder.code(&searched)
    coder.code(&planned)
  }
}
