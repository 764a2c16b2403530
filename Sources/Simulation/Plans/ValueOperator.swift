import VirtualTime

/// An operator that answers each value at once.
///
/// Stages, notifiers and chains all run it by `apply`.
package enum ValueOperator: Sendable {
  case map(Transform)
  case filter(Predicate)
  case scan(Value, Combine)
  case take(Int)
  case takeWhile(Predicate)
  case skip(Int)
  case enumerated

  /// The name of the operator in the language.
  package var name: String {
    switch self {
    case .map: "map"
    case .filter: "filter"
    case .scan: "scan"
    case .take: "take"
    case .takeWhile: "takeWhile"
    case .skip: "skip"
    case .enumerated: "enumerated"
    }
  }

  /// Whether it calls a closure, which draws under a name.
  var callsClosure: Bool {
    switch self {
    case .map, .filter, .scan, .takeWhile: true
    case .take, .skip, .enumerated: false
    }
  }
}

extension ValueOperator {
  /// What it keeps between the values of a subscription.
  struct Memory: Equatable {
    var count = 0
    var sum = Value.unit
    /// The pair sent last; its storage is reused unless somebody has kept it.
    private var pair = Value.unit

    /// Forgets everything but the storage of the pair.
    mutating func begin(_ sum: Value = .unit) { (count, self.sum) = (0, sum) }

    mutating func pair(_ number: Int64, _ value: Value, isFirst: Bool = true) -> Value {
      var values = if case .tuple(let values) = pair { values } else { [Value.unit, .unit] }
      // Released first, so that the values are replaced in place.
      pair = .unit
      values[isFirst ? 0 : 1] = .int(number)
      values[isFirst ? 1 : 0] = value
      pair = .tuple(values)
      return pair
    }

    static func == (one: Memory, other: Memory) -> Bool {
      one.count == other.count && one.sum == other.sum
    }
  }

  enum Reply {
    /// It goes on, perhaps changed.
    case passes
    /// It goes on as the last one.
    case passesAsLast
    case isDropped
    /// The sequence completes without it.
    case completes
  }

  func begin(_ memory: inout Memory) {
    if case .scan(let seed, _) = self { memory.begin(seed) } else { memory.begin() }
  }

  @inline(__always)
  func apply(
    to value: inout Value, _ memory: inout Memory, _ draws: inout Draws
  ) throws(Fault) -> Reply {
    switch self {
    case .map(let transform):
      value = try transform(value, &draws)
      return .passes
    case .filter(let isIncluded):
      return try isIncluded(value, &draws) ? .passes : .isDropped
    case .scan(_, let combine):
      memory.sum = try combine(memory.sum, value, &draws)
      value = memory.sum
      return .passes
    case .take(let count):
      guard memory.count < count else { return .isDropped }
      memory.count += 1
      return memory.count == count ? .passesAsLast : .passes
    case .takeWhile(let predicate):
      return try predicate(value, &draws) ? .passes : .completes
    case .skip(let count):
      guard memory.count < count else { return .passes }
      memory.count += 1
      return .isDropped
    case .enumerated:
      value = memory.pair(Int64(memory.count), value)
      memory.count += 1
      return .passes
    }
  }
}

// MARK: - Sources

extension Source {
  private func applying(_ kind: ValueOperator) -> Source { Source(.values(kind), on: [self]) }

  /// Returns the source with values transformed by a closure.
  package func map(_ transform: @escaping Transform) -> Source { applying(.map(transform)) }

  package func map(_ transform: @escaping @Sendable (Value) throws(Fault) -> Value) -> Source {
    map { (value, _) throws(Fault) in try transform(value) }
  }

  /// Returns the values for which the closure returns true.
  package func filter(_ isIncluded: @escaping Predicate) -> Source {
    applying(.filter(isIncluded))
  }

  package func filter(_ isIncluded: @escaping @Sendable (Value) throws(Fault) -> Bool) -> Source {
    filter { (value, _) throws(Fault) in try isIncluded(value) }
  }

  /// Returns intermediate results: each value is combined with the previous result, starting from a seed.
  package func scan(_ seed: Value, _ combine: @escaping Combine) -> Source {
    applying(.scan(seed, combine))
  }

  package func scan(
    _ seed: Value, _ combine: @escaping @Sendable (Value, Value) throws(Fault) -> Value
  ) -> Source {
    scan(seed) { (sum, value, _) throws(Fault) in try combine(sum, value) }
  }

  /// Returns the first values of the source and completes with the last of them.
  ///
  /// A count below 1 completes immediately without subscribing to the source.
  package func take(_ count: Int) -> Source { count > 0 ? applying(.take(count)) : .empty }

  /// Returns the values of the source up to the first for which the closure returns false.
  package func takeWhile(_ predicate: @escaping Predicate) -> Source {
    applying(.takeWhile(predicate))
  }

  package func takeWhile(
    _ predicate: @escaping @Sendable (Value) throws(Fault) -> Bool
  ) -> Source {
    takeWhile { (value, _) throws(Fault) in try predicate(value) }
  }

  /// Returns the source without its first values; a count below 1 skips none.
  package func skip(_ count: Int) -> Source { applying(.skip(count)) }

  /// Returns each value together with its number, counted from 0.
  package func enumerated() -> Source { applying(.enumerated) }
}
