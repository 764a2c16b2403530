import Simulation

/// Latencies in batches, whose spread gives the error of a quantile.
///
/// The call number determines the batch, so any partition merges into the same batches.
struct BatchedHistogram: Hashable, Sendable {
  static let count = 32
  /// The number of calls beyond a quantile that a batch needs.
  private static let tail = 10.0

  private var batches = [Batch](repeating: Batch(), count: count)

  var bytes: Int { batches.reduce(0) { $0 + $1.bytes } }

  mutating func add(_ value: Int64, call: UInt64) {
    batches[Int(call % UInt64(Self.count))].add(value)
  }

  /// Returns a quantile of all latencies, and of each batch; `nil` if the batches are too small.
  func quantiles(_ share: Double, of all: Histogram) -> BatchQuantiles? {
    guard Double(batches.map(\.count).min() ?? 0) * min(share, 1 - share) >= Self.tail,
      let whole = all.quantile(share)
    else { return nil }
    return BatchQuantiles(
      whole: whole, batches: batches.compactMap { $0.quantile(share) }, calls: all.count)
  }
}

extension BatchedHistogram: Mergeable {
  mutating func merge(_ other: BatchedHistogram) {
    for index in batches.indices { batches[index].merge(other.batches[index]) }
  }
}

/// A quantile of latencies, with its value in each batch.
struct BatchQuantiles: Sendable {
  let whole: Int64
  let batches: [Int64]
  let calls: UInt64

  /// Returns the difference from the same quantile of the same calls under another strategy.
  func difference(to first: BatchQuantiles) -> Difference? {
    Difference(
      Double(whole) - Double(first.whole),
      batches: zip(batches, first.batches).map { Double($0) - Double($1) }, calls: calls)
  }
}

/// The numbers of one batch, stored one by one while they are few, which takes less memory than bins.
private struct Batch: Sendable {
  /// The maximum number of values stored one by one.
  private static let most = 2048

  private var few: [Int64] = []
  private var many = Histogram()

  var histogram: Histogram {
    few.reduce(into: many) { $0.add($1) }
  }

  var count: UInt64 { UInt64(few.count) + many.count }

  /// Returns a quantile, as the histogram of all numbers has it.
  func quantile(_ share: Double) -> Int64? {
    many.count > 0 ? histogram.quantile(share) : Histogram.quantile(share, of: few.sorted())
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

extension BatchedHistogram: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    for index in batches.indices { coder.code(&batches[index]) }
  }
}

extension Batch: ByteCodable {
  mutating func code(with coder: inout ByteCoder) {
    var (all, isMany) = (few.sorted(), many.count > 0)
    coder.code(&isMany)
    guard !isMany else {
      // Equal batches have the same bytes, however many of their values are stored one by one.
      many = histogram
      few = []
      return coder.code(&many)
    }
    var last: Int64 = 0
    let count = coder.codeCount(all.count)
    if coder.isReading { all = Array(repeating: 0, count: count) }
    for index in all.indices {
      var step = all[index] &- last
      coder.code(&step)
      last &+= step
      all[index] = last
    }
    if coder.isReading { for value in all { add(value) } }
  }
}
