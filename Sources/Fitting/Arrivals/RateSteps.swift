import RetryNumerics

/// How many calls arrive over time, as steps of constant rates.
package struct RateSteps: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    /// Seconds since the first call.
    package let start: Double
    /// Calls per second.
    package let rate: Double
  }

  package let steps: [Step]
  /// In seconds.
  package let length: Double
  /// The variance of the calls in short windows over what independent arrivals make, within steps.
  package let dispersion: Double

  /// How calls follow each other within steps.
  package enum Spacing: Hashable, Sendable {
    case steady, independent, bursty
  }

  package var spacing: Spacing {
    // In a thousand logs of independent calls, about one is beyond each of these.
    dispersion < 0.45 ? .steady : dispersion > 2 ? .bursty : .independent
  }

  /// Whether times without a fraction of a second, which are spread over it, could tell of steady calls.
  var outlastsSeconds: Bool { length / Double(Self.windows) >= 3 }

  /// Whether the language has rates so high and so low.
  var isWritable: Bool { steps.allSatisfy { $0.rate == 0 || (2e-6...9e7).contains($0.rate) } }

  private static let windows = 60
  private static let mostSteps = 12
  /// The standard errors by which neighbours differ.
  private static let width = 3.0

  /// Finds the steps of times that ascend; `nil` for fewer than ten, or without any length.
  package init?(_ times: [Double]) {
    guard times.count >= 10, let first = times.first, let last = times.last, last > first else {
      return nil
    }
    length = last - first
    let width = length / Double(Self.windows)
    var counts = [Double](repeating: 0, count: Self.windows)
    for time in times {
      counts[
        min(max(Int(rounding: ((time - first) / width).rounded(.down)), 0), Self.windows - 1)] += 1
    }
    var pieces = counts.indices.map { Piece(windows: $0..<$0 + 1, count: counts[$0]) }
    // What varies more than by chance alone must differ by more to be a step.
    let scale = max(Self.roughDispersion(counts), 1)
    while pieces.count > 1, let place = Self.nearest(pieces, scale) {
      let both = pieces[place].windows.lowerBound..<pieces[place + 1].windows.upperBound
      let count = pieces[place].count + pieces[place + 1].count
      pieces.replaceSubrange(place...place + 1, with: [Piece(windows: both, count: count)])
    }
    dispersion = Self.dispersion(counts, pieces)
    steps = pieces.map {
      Step(
        start: Double($0.windows.lowerBound) * width,
        rate: $0.count / (Double($0.windows.count) * width))
    }
  }

  private struct Piece {
    let windows: Range<Int>
    let count: Double

    var rate: Double { count / Double(windows.count) }
  }

  /// Returns the place of the neighbours to join, while they are alike or there are too many.
  private static func nearest(_ pieces: [Piece], _ scale: Double) -> Int? {
    let distances = pieces.indices.dropLast().map { index in
      let (one, two) = (pieces[index], pieces[index + 1])
      let together = (one.count + two.count) / Double(one.windows.count + two.windows.count)
      let variance =
        max(together, 0.5) * scale
        * (1 / Double(one.windows.count) + 1 / Double(two.windows.count))
      return abs(one.rate - two.rate) / Elementary.squareRoot(variance)
    }
    guard let place = distances.indices.min(by: { distances[$0] < distances[$1] }) else {
      return nil
    }
    return distances[place] < width || pieces.count > mostSteps ? place : nil
  }

  /// The differences of neighbours within steps tell it, on which slow changes have little influence.
  private static func dispersion(_ counts: [Double], _ pieces: [Piece]) -> Double {
    var (squares, expected) = (0.0, 0.0)
    for piece in pieces {
      for window in piece.windows.dropFirst() {
        let difference = counts[window] - counts[window - 1]
        squares += difference * difference / 2
        expected += piece.rate
      }
    }
    return expected > 0 ? squares / expected : 1
  }

  /// As far as it can be told before the steps are known.
  private static func roughDispersion(_ counts: [Double]) -> Double {
    let mean = counts.reduce(0, +) / Double(counts.count)
    guard mean > 0 else { return 1 }
    let squares = zip(counts, counts.dropFirst()).map { ($1 - $0) * ($1 - $0) / 2 }.sorted()
    // The middle is untouched by the steps themselves; for a normal distribution it is 0.455 of the mean.
    return squares[squares.count / 2] / 0.455 / mean
  }
}
