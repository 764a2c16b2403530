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
    /// It merges the parts that others have told.
    case parts([[UInt8]])
    /// It runs none of them, because its run ends here.
    case none
  }

  /// The time that a measurement takes at least, by a rough estimate, if others take part in it.
  private let shortest: Nanoseconds
  private let portion: @Sendable (_ calls: UInt64) -> Portion
  private let tell: @Sendable (_ part: [UInt8]) -> Void

  /// Creates a division from closures that choose the portion of the next long measurement, and receive a part.
  package init(
    ofAtLeast shortest: Nanoseconds,
    portion: @escaping @Sendable (_ calls: UInt64) -> Portion,
    tell: @escaping @Sendable (_ part: [UInt8]) -> Void
  ) {
    (self.shortest, self.portion, self.tell) = (shortest, portion, tell)
  }
}

extension Trials {
  /// The number of calls that a worker takes at a time, unless it is told.
  static let engineShare = 256

  /// Runs the calls, or the portion of them that is run here, and merges the results.
  func gather<Worker: TrialWorker>(
    share: Int = engineShare, _ makeWorker: @escaping @Sendable () -> Worker
  ) -> Worker.Part {
    guard let division, division.isLong(calls, Worker.nanosecondsPerCall) else {
      return run(share: share, makeWorker)
    }
    switch division.next(calls) {
    case .all: return run(share: share, makeWorker)
    case .none: return makeWorker().part
    case .shard(let index, let count):
      var shard = self
      shard.calls = calls.shard(index, of: count)
      let part = shard.run(share: share, makeWorker)
      if watch.isInterrupted?() != true { division.tell(part) }
      return part
    case .parts(let parts):
      var sum = makeWorker().part
      for bytes in parts {
        var part = makeWorker().part
        // What cannot be read is no part of this measurement, which then is made here.
        guard ByteCoder.read(&part, from: bytes) else { return run(share: share, makeWorker) }
        sum.merge(part)
      }
      return sum
    }
  }
}

extension Division {
  fileprivate func isLong(_ calls: Range<UInt64>, _ nanosecondsPerCall: Int64) -> Bool {
    let time =
      Nanoseconds(nanosecondsPerCall) * Int64(clamping: calls.upperBound - calls.lowerBound)
    return calls.count > 1 && time >= shortest
  }

  fileprivate func next(_ calls: Range<UInt64>) -> Portion { portion(UInt64(calls.count)) }

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
