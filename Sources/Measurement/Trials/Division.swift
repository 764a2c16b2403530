package import RetryNumerics
import Simulation

/// How the calls of long measurements are divided between several engines that run the same text.
///
/// Each engine meets the same measurements in the same order, so each can tell which one it takes part in.
package struct Division: Sendable {
  /// What an engine does with the calls of a measurement.
  package enum Portion: Sendable {
    /// It runs all of them.
    case all
    /// It runs one of several shards of them, and tells its part of the result.
    case shard(Int, of: Int)
    /// It merges the parts that others have told; it runs all calls if one of them cannot be read.
    case parts([[UInt8]])
    /// It merges parts and tells the result; it tells nothing if one of them cannot be read.
    case sum([[UInt8]])
    /// It runs none of them, because its run ends here.
    case none
  }

  /// The size of a measurement that is to be divided.
  package struct Extent: Sendable {
    /// The number of its calls, or of its runs.
    package let calls: UInt64
    /// How long all of them take on one thread, by a rough estimate.
    package let time: Nanoseconds
  }

  /// The time that a measurement takes at least if others take part in it.
  private let shortest: Nanoseconds
  private let portion: @Sendable (_ extent: Extent) -> Portion
  private let tell: @Sendable (_ part: [UInt8]) -> Void
  private let settleAll: @Sendable () -> Void
  /// Whether this engine makes parts for others, so that nobody reads its own results.
  package let isForOthers: Bool

  /// Creates a division from closures that choose the portion of the next long measurement, receive a part, and hear
  /// that the next measurements depend on results.
  package init(
    ofAtLeast shortest: Nanoseconds, isForOthers: Bool = false,
    portion: @escaping @Sendable (_ extent: Extent) -> Portion,
    tell: @escaping @Sendable (_ part: [UInt8]) -> Void,
    settle: @escaping @Sendable () -> Void = {}
  ) {
    (self.shortest, self.isForOthers) = (shortest, isForOthers)
    (self.portion, self.tell, settleAll) = (portion, tell, settle)
  }

  /// Tells that what follows depends on the results so far: an engine that has made only its part of them ends here.
  package func settle() { settleAll() }
}

extension Trials {
  /// The number of calls that a worker takes at a time, unless it is told.
  static let engineShare = 256

  /// Runs the calls, or the portion of them that is run here, and merges the results.
  func gather<Worker: TrialWorker>(
    share: Int = engineShare, nanosecondsPerCall: Int64 = Worker.nanosecondsPerCall,
    _ makeWorker: @escaping @Sendable () -> Worker
  ) -> Worker.Part {
    let count = calls.upperBound - calls.lowerBound
    let extent = Division.Extent(
      calls: count, time: Nanoseconds(nanosecondsPerCall) * Int64(clamping: count))
    guard let division, division.isLong(extent) else {
      return run(share: share, makeWorker)
    }
    switch division.next(extent) {
    case .all: return run(share: share, makeWorker)
    case .none: return makeWorker().part
    case .shard(let index, let count):
      var shard = self
      shard.calls = calls.shard(index, of: count)
      let part = shard.run(share: share, makeWorker)
      if watch.isInterrupted?() != true { division.tell(part) }
      return part
    case .parts(let parts):
      // What cannot be read is no part of this measurement, which then is made here.
      return Self.sum(parts, makeWorker) ?? run(share: share, makeWorker)
    case .sum(let parts):
      guard let sum = Self.sum(parts, makeWorker) else { return makeWorker().part }
      division.tell(sum)
      return sum
    }
  }

  private static func sum<Worker: TrialWorker>(
    _ parts: [[UInt8]], _ makeWorker: () -> Worker
  ) -> Worker.Part? {
    var sum = makeWorker().part
    for bytes in parts {
      var part = makeWorker().part
      guard ByteCoder.read(&part, from: bytes) else { return nil }
      sum.merge(part)
    }
    return sum
  }
}

extension Division {
  fileprivate func isLong(_ extent: Extent) -> Bool { extent.calls > 0 && extent.time >= shortest }

  fileprivate func next(_ extent: Extent) -> Portion { portion(extent) }

  fileprivate func tell(_ part: some ByteCodable) { tell(ByteCoder.bytes(of: part)) }
}

extension Range<UInt64> {
  /// Returns one of several shards of equal size, up to one call.
  package func shard(_ index: Int, of count: Int) -> Range<UInt64> {
    let bounds = [index, index + 1].map { place in
      let (high, low) = (upperBound - lowerBound).multipliedFullWidth(by: UInt64(place))
      return lowerBound + UInt64(count).dividingFullWidth((high, low)).quotient
    }
    return bounds[0]..<bounds[1]
  }
}
