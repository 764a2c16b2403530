/// Latencies in batches, whose spread gives the error of a quantile.
///
/// The call number determines the batch, so any partition merges into the same batches.
struct BatchedHistogram: Hashable, Sendable {
  /// The number of batches.
  static let count = 32
  /// The number of calls beyond a quantile that a batch needs.
  private static let tail = 10.0

  private var batches = [Batch](repeating: Batch(), count: count)

  /// The size in bytes.
  var bytes: Int { batches.reduce(0) { $0 + $1.bytes } }

  /// Adds the latency of a call.
  mutating func add(_ value: Int64, call: UInt64) {
    batches[Int(call % UInt64(Self.count))].add(value)
  }

  /// Returns the difference of a quantile, or `nil` if the batches are too small.
  func difference(to first: BatchedHistogram, at share: Double) -> Difference? {
    let (batches, others) = (batches.map(\.histogram), first.batches.map(\.histogram))
    let (all, allOthers) = (Self.merged(batches), Self.merged(others))
    let least = batches.map(\.count).min() ?? 0
    guard Double(least) * min(share, 1 - share) >= Self.tail,
      let value = all.quantile(share), let other = allOthers.quantile(share)
    else { return nil }
    let differences = zip(others, batches).compactMap { first, second in
      first.quantile(share).flatMap { first in
        second.quantile(share).map { Double($0) - Double(first) }
      }
    }
    return Difference(Double(value) - Double(other), batches: differences, calls: all.count)
  }

  private static func merged(_ batches: [Histogram]) -> Histogram {
    batches.reduce(into: Histogram()) { $0.merge($1) }
  }
}

extension BatchedHistogram: Mergeable {
  mutating func merge(_ other: BatchedHistogram) {
    for index in batches.indices { batches[index].merge(other.batches[index]) }
  }
}

/// The numbers of one batch, stored one by one while they are few, which takes less memory than bins.
private struct Batch: Sendable {
  /// The maximum number of values stored one by one.
  private static let most = 2048

  private var few: [Int64] = []
  private var many = Histogram()

  /// All numbers.
  var histogram: Histogram {
    few.reduce(into: many) { $0.add($1) }
  }

  var bytes: Int { few.count * MemoryLayout<Int64>.stride + many.bytes }

  mutating func add(_ value: Int64) {
    guard few.count == Self.most else { return few.append(value) }
    many = histogram
    many.add(value)
    few = []
  }

  mutating func merge(_ other: Batch) {
    many.merge(other.many)
    for value in other.few { add(value) }
  }
}

extension Batch: Hashable {
  /// Compares the contents only: the number of values stored one by one depends on the order of arrival.
  static func == (left: Batch, right: Batch) -> Bool { left.histogram == right.histogram }

  func hash(into hasher: inout Hasher) { hasher.combine(histogram) }
}
