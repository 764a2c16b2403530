import RetryNumerics

extension Finding {
  /// The number of delays below which their distribution says nothing.
  private static let fewest = 8
  /// The logarithm of two by the probability of a wrong rejection, a thousandth.
  private static let strictness = 7.6

  /// Judges whether delays are spread as the plan spreads them; `nil` if the plan spreads none.
  ///
  /// Each delay is a share of those that the plan could have had there. If the client follows the plan, these shares are
  /// spread evenly, whichever retries they come from: the test of Kolmogorov and Smirnov, with the bound of Massart.
  init?(jitterOf delays: [ReadDelay], _ tolerance: Tolerance) {
    let spread = delays.filter { $0.isSpread(beyond: tolerance) }
    guard !spread.isEmpty else { return nil }
    guard spread.count >= Self.fewest else {
      let words = "\(spread.count) delays are too few; \(Self.fewest) are needed"
      self.init(.jitter, .inconclusive, count: spread.count, [Reason(words)])
      return
    }
    let bound = Elementary.squareRoot(Self.strictness / 2 / Double(spread.count))
    let (asSeen, atBest) = (spread.map(\.share).sorted(), spread.map(\.leastShare).sorted())
    // What a client needs besides waiting makes delays longer, never shorter.
    let (short, long) = (Self.excess(asSeen), Self.excess(atBest.map { 1 - $0 }.reversed()))
    guard max(short, long) > bound else {
      self.init(.jitter, .passed, count: spread.count)
      return
    }
    let words =
      Self.sameness(of: spread)
      ?? Self.tendency(of: asSeen[asSeen.count / 2], isShort: short > long)
    self.init(.jitter, .failed, count: spread.count, [Reason(words)])
  }

  /// By how much at most more shares lie below a number than that number.
  private static func excess(_ shares: [Double]) -> Double {
    shares.enumerated().reduce(0) {
      max($0, Double($1.offset + 1) / Double(shares.count) - $1.element)
    }
  }

  /// Says where half of the delays lie among the planned ones.
  private static func tendency(of middle: Double, isShort: Bool) -> String {
    let (word, share) = isShort ? ("shorter", 1 - middle) : ("longer", middle)
    return "the delays are \(word) than those that the plan draws: "
      + "half of them are \(word) than \(percent(share)) of these"
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }

  /// Says that delays of the same plan hardly differ, if they do not.
  private static func sameness(of delays: [ReadDelay]) -> String? {
    let alike = Dictionary(grouping: delays, by: \.range).values.max { $0.count < $1.count } ?? []
    let times = alike.map(\.delay).sorted()
    guard times.count >= 5, let range = alike.first?.range, let first = times.first,
      let last = times.last, (last - first).count < (range.upperBound - range.lowerBound).count / 10
    else { return nil }
    return "\(times.count) delays lie within \((last - first).brief), planned "
      + "\(range.lowerBound.brief) to \(range.upperBound.brief): this client has no jitter"
  }
}
