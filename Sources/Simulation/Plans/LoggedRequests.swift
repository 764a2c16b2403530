package import RetryNumerics
package import VirtualTime

/// What the requests of a log met, in the order of their times.
///
/// An operation on them makes no draws of its own: each attempt meets a request of the log. A call begins at a request
/// that is drawn, and goes on from there in the time of the log, so that what came together comes together again. A
/// load does the same in blocks: after each of them it goes on from another request.
package final class LoggedRequests: Sendable {
  /// A request of the log.
  package struct Entry: BitwiseCopyable, Hashable, Sendable {
    /// When it began, since the first one.
    package let time: Nanoseconds
    package let latency: Nanoseconds
    /// The index of its error; `nil` if it succeeded.
    package let fault: Int32?

    package init(_ time: Nanoseconds, latency: Nanoseconds, fault: Int32? = nil) {
      (self.time, self.latency, self.fault) = (time, latency, fault)
    }
  }

  /// The file that they come from: operations on one of them share its time.
  package let name: String
  /// In the order of their times.
  package let entries: [Entry]
  /// The errors with their shares.
  package let faults: FaultRates
  package let latency: Distribution
  /// The time after which a run goes on from another request.
  package let block: Nanoseconds
  /// The time of the log; behind its end, it begins again.
  package let length: Nanoseconds

  /// The part of the log that is a block, unless its length is given.
  private static let usualBlocks: Int64 = 20

  /// Creates requests from entries in any order; a block is a twentieth of the log unless it is given.
  package init(
    _ entries: [Entry], faults: [Fault], named name: String = "", block: Nanoseconds? = nil
  ) throws(InvalidArgument) {
    self.name = name
    let entries = entries.sorted { $0.time < $1.time }
    guard let first = entries.first?.time, let last = entries.last?.time, first < last else {
      throw InvalidArgument("log", PlanProblem.requestsOfOneTime)
    }
    if let block, block <= .zero { throw InvalidArgument("blocks", PlanProblem.block(block)) }
    // The first request after the end comes as long after the last one as requests do on average.
    length = last - first + Nanoseconds(max((last - first).count / Int64(entries.count), 1))
    self.block = block ?? Nanoseconds(max(length.count / Self.usualBlocks, 1))
    self.entries = entries.map {
      Entry($0.time - first, latency: max($0.latency, .zero), fault: $0.fault)
    }
    var counts = [Int](repeating: 0, count: faults.count)
    for entry in entries { if let fault = entry.fault { counts[Int(fault)] += 1 } }
    self.faults = try FaultRates(
      zip(faults, counts).map { ($0, Double($1) / Double(entries.count)) })
    latency = try .empirical(self.entries.map(\.latency))
  }

  /// Returns the number of requests that begin before a moment, which may lie behind the end of the log.
  func count(before moment: Nanoseconds) -> Int64 {
    let (rounds, rest) = moment.count.quotientAndRemainder(dividingBy: length.count)
    let place = entries.partition { $0.time.count >= rest }
    return rounds * Int64(entries.count) + Int64(place)
  }

  /// Returns a request by its number, which goes on counting behind the end of the log.
  func entry(_ number: Int64) -> Entry { entries[Int(number % Int64(entries.count))] }
}
