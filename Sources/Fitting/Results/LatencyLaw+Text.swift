extension LatencyLaw {
  /// The shares at which a law without a name in the language is written down.
  private static let shares = [
    0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995,
    0.998, 0.999,
  ]

  /// Returns the law as the language writes it.
  ///
  /// What has no name there becomes ranges between its quantiles, the last of which ends at the longest duration.
  func text(longest: Double) -> String {
    switch self {
    case .exponential(let mean): return "exponential(\(LanguageText.duration(mean)))"
    case .lognormal(let normal): return Self.text(normal)
    case .pareto(let least, let shape):
      return "pareto(min: \(LanguageText.duration(least)), shape: \(LanguageText.number(shape)))"
    case .mixture(let share, let first, let second):
      let shares = LanguageText.percents([share, 1 - share])
      return "mix(\(shares[0]): \(Self.text(first)), \(shares[1]): \(Self.text(second)))"
    case .gamma, .weibull:
      var knots = [Knot(value: 0, share: 0)]
      for share in Self.shares {
        let value = quantile(share)
        if value < longest { knots.append(Knot(value: value, share: share)) }
      }
      knots.append(Knot(value: longest, share: 1))
      knots[0] = Knot(value: min(quantile(1e-5), knots[1].value / 2), share: 0)
      return Self.text(knots)
    case .empirical(let knots): return Self.text(knots)
    }
  }

  private static func text(_ normal: Normal) -> String {
    let median = LatencyLaw.lognormal(normal).quantile(0.5)
    return "lognormal(median: \(LanguageText.duration(median)), "
      + "sigma: \(LanguageText.number(normal.deviation)))"
  }

  /// Returns ranges with their shares; knots of one duration become that duration.
  static func text(_ knots: [Knot]) -> String {
    let pieces = zip(knots, knots.dropFirst())
    let shares = LanguageText.percents(pieces.map { $1.share - $0.share })
    let parts = zip(shares, pieces).compactMap { share, piece -> String? in
      guard share != "0%" else { return nil }
      let low = LanguageText.duration(piece.0.value)
      let high = LanguageText.duration(piece.1.value)
      return "\(share): \(low == high ? low : "\(low)...\(high)")"
    }
    guard parts.count > 1 else {
      return parts.first.map { String($0.drop { $0 != " " }.dropFirst()) } ?? "0s"
    }
    // Few in a line, so that a person can read them.
    let lines = stride(from: 0, to: parts.count, by: 4).map { start in
      parts[start..<min(start + 4, parts.count)].joined(separator: ", ")
    }
    return "mix(\n    \(lines.joined(separator: ",\n    ")))"
  }
}
