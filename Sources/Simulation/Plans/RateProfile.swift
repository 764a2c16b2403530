package import RetryNumerics
package import VirtualTime

/// The rate of calls over time, made of straight pieces.
package struct RateProfile: Hashable, Sendable {
  /// A piece; the rate is linear until the next piece starts.
  package struct Piece: Hashable, Sendable {
    package let start: Nanoseconds
    /// The rate per second at its start.
    package let rate: Double
    /// How much the rate changes per second.
    package let slope: Double
    /// The expected number of calls before it.
    fileprivate var total = 0.0
  }

  /// The pieces in order; the first starts at zero, the last has no end.
  package let pieces: [Piece]

  private static let mostPieces = 1000

  private init(_ pieces: [Piece]) {
    var pieces = pieces
    for index in pieces.indices.dropFirst() {
      let before = pieces[index - 1]
      pieces[index].total = before.total + before.calls(from: before.start, to: pieces[index].start)
    }
    self.pieces = pieces
  }

  /// Creates a constant rate per second.
  package init(constant rate: Double) {
    self.init([Piece(start: .zero, rate: rate, slope: 0)])
  }

  /// Creates a rate that changes linearly over a time, and then stays.
  package static func ramp(
    from first: Double, to last: Double, over span: Nanoseconds
  ) throws(InvalidArgument) -> RateProfile {
    guard span > .zero, span < .never else {
      throw InvalidArgument("over", PlanProblem.rampLength(span))
    }
    for rate in [first, last] { try check(rate, "ramp") }
    let slope = (last - first) / span.inSeconds
    return RateProfile([
      Piece(start: .zero, rate: first, slope: slope), Piece(start: span, rate: last, slope: 0),
    ])
  }

  /// Creates a sequence of profiles, each from a time until the next; before the first, the rate is zero.
  package init(
    _ entries: [(from: Nanoseconds, RateProfile)]
  ) throws(InvalidArgument) {
    var pieces: [Piece] = []
    var last: Nanoseconds?
    for (index, (start, profile)) in entries.enumerated() {
      guard start >= .zero, start < .never, last.map({ $0 < start }) ?? true else {
        throw InvalidArgument("rate", PlanProblem.rateTimes(start, after: last))
      }
      if last == nil, start > .zero { pieces.append(Piece(start: .zero, rate: 0, slope: 0)) }
      last = start
      let end = index + 1 < entries.count ? entries[index + 1].from : .never
      for piece in profile.pieces where piece.start + start < end {
        pieces.append(Piece(start: piece.start + start, rate: piece.rate, slope: piece.slope))
      }
      guard pieces.count <= Self.mostPieces else {
        throw InvalidArgument("rate", PlanProblem.ratePieces(Self.mostPieces))
      }
    }
    guard last != nil else { throw InvalidArgument("rate", PlanProblem.rate(0)) }
    self.init(pieces)
  }

  /// Rejects a rate that is neither zero nor within bounds.
  private static func check(_ rate: Double, _ label: String) throws(InvalidArgument) {
    guard rate == 0 || rate >= 1e-6 && rate <= 1e8 else {
      throw InvalidArgument(label, PlanProblem.rate(rate))
    }
  }

  /// Rejects rates out of bounds, and a profile without any calls.
  func check() throws(InvalidArgument) {
    for piece in pieces { try Self.check(piece.rate, "rate") }
    guard pieces.contains(where: { $0.rate > 0 }) else {
      throw InvalidArgument("rate", PlanProblem.rate(0))
    }
  }
}

// MARK: - The cumulative rate and its inverse

extension RateProfile {
  /// Returns the expected number of calls from the start to a time.
  package func calls(until time: Nanoseconds) -> Double {
    let piece = pieces[place { $0.start <= time }]
    return piece.total + piece.calls(from: piece.start, to: time)
  }

  /// Returns how long after a time this many calls are expected; never, if the rate stays zero before.
  func wait(for calls: Double, after time: Nanoseconds) -> Nanoseconds {
    var (index, from, left) = (pieces.count > 1 ? place { $0.start <= time } : 0, time, calls)
    while index + 1 < pieces.count {
      let (piece, end) = (pieces[index], pieces[index + 1].start)
      let whole = piece.calls(from: from, to: end)
      // Rounding may lead beyond the end of the piece.
      if left < whole { return from - time + min(piece.wait(for: left, after: from), end - from) }
      (index, from, left) = (index + 1, end, left - whole)
    }
    return from - time + pieces[index].wait(for: left, after: from)
  }

  /// Returns when this many calls are expected since the start; never, if the rate stays zero before.
  func time(of calls: Double) -> Nanoseconds {
    let piece = pieces[place { $0.total < calls }]
    return piece.start + piece.wait(for: calls - piece.total, after: piece.start)
  }

  /// Returns the index of the last piece with a property that only the first ones have.
  private func place(_ isBefore: (Piece) -> Bool) -> Int {
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(pieces[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}

extension RateProfile.Piece {
  /// Returns the rate per second at a time within the piece.
  package func rate(at time: Nanoseconds) -> Double {
    slope == 0 ? rate : rate + slope * (time - start).inSeconds
  }

  fileprivate func calls(from: Nanoseconds, to end: Nanoseconds) -> Double {
    (end - from).inSeconds * (slope == 0 ? rate : (rate(at: from) + rate(at: end)) / 2)
  }

  fileprivate func wait(for calls: Double, after time: Nanoseconds) -> Nanoseconds {
    let rate = rate(at: time)
    guard slope != 0 else { return rate > 0 ? Nanoseconds(rounding: 1e9 / rate * calls) : .never }
    // The stable solution of rate · t + slope · t² / 2 = calls.
    let later = Elementary.squareRoot(rate * rate + 2 * slope * calls)
    return rate + later > 0 ? Nanoseconds(rounding: 2e9 * calls / (rate + later)) : .never
  }
}

extension Nanoseconds {
  fileprivate var inSeconds: Double { Double(count) / 1e9 }
}
