/// Latencies in batches, by whose spread the error of a quantile is judged.
///
/// The number of a call alone decides on its batch, so that any parts merge into the same batches.
struct BatchedHistogram: Hashable, Sendable {
  /// The number of batches.
  static let count = 32
  /// The number of calls beyond a quantile that a batch needs.
  private static let tail = 10.0

  private var batches = [Histogram](repeating: Histogram(), count: count)

  /// The bytes that the batches take.
  var bytes: Int { batches.reduce(0) { $0 + $1.bytes } }

  /// Adds the latency of a call.
  mutating func add(_ value: Int64, call: UInt64) {
    batches[Int(call % UInt64(Self.count))].add(value)
  }

  /// Returns how a quantile differs from that of others, or nothing where the batches are too small.
  func difference(to first: BatchedHistogram, at share: Double) -> Difference? {
    let least = batches.map(\.count).min() ?? 0
    guard Double(least) * min(share, 1 - share) >= Self.tail,
      let value = all.quantile(share), let firstValue = first.all.quantile(share)
    else { return nil }
    let differences = zip(first.batches, batches).compactMap { first, second in
      first.quantile(share).flatMap { first in
        second.quantile(share).map { Double($0) - Double(first) }
      }
    }
    return Difference(
      Double(value) - Double(firstValue), batches: differences, calls: all.count)
  }

  /// All latencies.
  private var all: Histogram {
    batches.reduce(into: Histogram()) { $0.merge($1) }
  }
}

extension BatchedHistogram: Mergeable {
  mutating func merge(_ other: BatchedHistogram) {
    for index in batches.indices { batches[index].merge(other.batches[index]) }
  }
}
