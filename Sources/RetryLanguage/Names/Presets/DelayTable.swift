package import Retry
package import RetryNumerics

/// Delays in a row, each of which is drawn evenly between two times; the last one stays.
package struct DelayTable: Hashable, Sendable {
  /// The shortest and the longest time of each delay; there is at least one.
  package let ranges: [ClosedRange<Nanoseconds>]

  /// How many delays are written down at most.
  package static let most = 100

  /// Creates a table, unless it is empty.
  package init?(_ ranges: some Sequence<ClosedRange<Nanoseconds>>) {
    var ranges = Array(ranges.prefix(Self.most))
    while ranges.count > 1, ranges[ranges.count - 2] == ranges.last { ranges.removeLast() }
    guard !ranges.isEmpty else { return nil }
    self.ranges = ranges
  }

  /// Creates the table of a back-off for some retries, in whole units; a delay keeps at least one of them.
  package init?(_ backoff: Backoff, retries: Int, unit: Nanoseconds = Nanoseconds(1)) {
    func whole(_ time: Nanoseconds) -> Nanoseconds {
      let time = min(time, .longest)
      return time == .zero ? time : unit * max(time.count / unit.count, 1)
    }
    self.init(
      backoff.ranges(min(retries, Self.most)).map {
        whole($0.lowerBound)...whole($0.upperBound)
      })
  }

  /// Whether nothing is drawn.
  package var isFixed: Bool { ranges.allSatisfy { $0.lowerBound == $0.upperBound } }

  private var isFull: Bool { ranges.allSatisfy { $0.lowerBound == .zero } }
}

extension Nanoseconds {
  /// The longest time that has whole seconds.
  package static let longest = Nanoseconds(Int64.max / 1_000_000_000 * 1_000_000_000)
}

extension DelayTable {
  /// The delays as a back-off.
  var backoff: Backoff {
    let longest = Backoff.delays(ranges.map(\.upperBound.duration))
    if isFixed { return longest }
    if isFull { return longest.fullJitter() }
    let parts = ranges.map { range in
      Backoff.constant(range.lowerBound.duration)
        .additiveJitter((range.upperBound - range.lowerBound).duration)
    }
    return parts.dropLast().reversed().reduce(parts[parts.count - 1]) { $1.take(1).then($0) }
  }
}

extension DelayTable: CustomStringConvertible {
  /// The delays as a back-off of the language.
  package var description: String {
    let longest = ranges.map { "\($0.upperBound)" }.joined(separator: ", ")
    if isFixed { return "delays([\(longest)])" }
    if isFull { return "delays([\(longest)]).fullJitter()" }
    var parts = ranges.map { range in
      "constant(\(range.lowerBound)).additiveJitter(\(range.upperBound - range.lowerBound))"
    }
    let last = parts.removeLast()
    return (parts.map { "\($0).take(1)" } + [last]).reduce("") { chain, part in
      chain.isEmpty ? part : "\(chain).then(\(part))"
    }
  }
}
