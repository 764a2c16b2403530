import RetryNumerics
import VirtualTime

/// Where a call, or a run of a load, is in a log of requests.
final class RunningLog {
  private let log: LoggedRequests
  private let key: DrawKey
  private let era: RunningDisruptions.Era
  /// The number of the era that the place belongs to.
  private var current = -1
  /// When the first attempt began.
  private var began = Instant.start
  /// The number of the block, and the request and the moment of the log at which it begins.
  private var block: Int64 = -1
  private var first: Int64 = 0
  private var start = Nanoseconds.zero
  /// The first request that no attempt has met in this block.
  private var next: Int64 = 0

  /// How far attempts run ahead of the time of the log, in requests, if they come faster than those did.
  private static let most: Int64 = 8

  init(_ log: LoggedRequests, _ key: DrawKey, _ era: RunningDisruptions.Era) {
    (self.log, self.key, self.era) = (log, key, era)
  }

  /// Returns the request that an attempt meets: the next one of the log, or one of the next few if they were met already.
  func request(at now: Instant, _ draws: inout Draws) -> LoggedRequests.Entry {
    if current != era.count { (current, began, block) = (era.count, now, -1) }
    let passed = now.sinceStart - began.sinceStart
    let (block, rest) = passed.count.quotientAndRemainder(dividingBy: log.block.count)
    if block != self.block { begin(block) }
    let here = max(log.count(before: start + Nanoseconds(rest)), first)
    guard next < here + Self.most else {
      return log.entry(here + Int64(draws.unit() * Double(Self.most)))
    }
    let number = max(here, next)
    next = number + 1
    return log.entry(number)
  }

  private func begin(_ block: Int64) {
    var draws = Draws(
      key, call: era.call, attempt: UInt32(truncatingIfNeeded: block), purpose: .log)
    first = Int64(draws.unit() * Double(log.entries.count))
    (self.block, start, next) = (block, log.entry(first).time, first)
  }
}

/// Identifies the place in a log, which operations on the same requests share.
struct LogKey: Hashable {
  let name: String
  let count: Int
  let block: Nanoseconds

  init(_ log: LoggedRequests) {
    (name, count, block) = (log.name, log.entries.count, log.block)
  }
}
