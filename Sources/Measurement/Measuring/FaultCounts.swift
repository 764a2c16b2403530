package import Simulation

/// Counts of calls by error.
///
/// Errors are counted by kind and payload, whatever delay they request, until a kind has too many different payloads;
/// then only by kind. This bounds memory, and parts still merge in any order.
package struct FaultCounts: Hashable, Sendable {
  /// The maximum number of different payloads per kind.
  static let capacity = 64

  fileprivate enum Tally: Hashable, Sendable {
    case separate([Fault: UInt64])
    case together(UInt64)
  }

  private var kinds: [String: Tally] = [:]

  package init() {}

  mutating func add(_ fault: Fault, times: UInt64 = 1) {
    guard times > 0 else { return }
    let bare = fault.retryAfter == nil ? fault : Fault(fault.kind, fault.payload)
    kinds[fault.kind, default: .separate([:])].add(bare, times)
  }

  /// The errors with their counts, the most frequent first; ties are sorted by text.
  ///
  /// A kind counted as a whole appears without a payload.
  package var sorted: [(fault: Fault, count: UInt64)] {
    let rows = kinds.flatMap { kind, tally in
      switch tally {
      case .together(let count): [(fault: Fault(kind), count: count)]
      case .separate(let counts): counts.map { (fault: $0.key, count: $0.value) }
      }
    }
    return rows.sorted {
      $0.count != $1.count
        ? $0.count > $1.count : $0.fault.description < $1.fault.description
    }
  }
}

extension FaultCounts.Tally {
  private var total: UInt64 {
    switch self {
    case .together(let count): count
    case .separate(let counts): counts.values.reduce(0, +)
    }
  }

  fileprivate mutating func add(_ fault: Fault, _ times: UInt64) {
    switch self {
    case .together(let count): self = .together(count + times)
    case .separate(var counts):
      // Released first, so that the errors are counted in place.
      self = .together(0)
      counts[fault, default: 0] += times
      self = .separate(counts)
      if counts.count > FaultCounts.capacity { self = .together(total) }
    }
  }

  fileprivate mutating func add(_ other: Self) {
    guard case .separate(var counts) = self, case .separate(let others) = other else {
      self = .together(total + other.total)
      return
    }
    self = .together(0)
    counts.merge(others, uniquingKeysWith: +)
    self = .separate(counts)
    if counts.count > FaultCounts.capacity { self = .together(total) }
  }
}

extension FaultCounts: Mergeable {
  package mutating func merge(_ other: FaultCounts) {
    for (kind, tally) in other.kinds { kinds[kind, default: .separate([:])].add(tally) }
  }
}

extension FaultCounts: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&kinds, blank: "", .separate([:]))
  }
}

extension FaultCounts.Tally: ByteCodable {
  fileprivate mutating func code(with coder: inout ByteCoder) {
    var (counts, sum): ([Fault: UInt64], UInt64?) = ([:], nil)
    switch self {
    case .separate(let known): counts = known
    case .together(let known): sum = known
    }
    coder.code(&counts, blank: .blank, 0)
    coder.code(&sum, blank: 0)
    self = sum.map { .together($0) } ?? .separate(counts)
  }
}
