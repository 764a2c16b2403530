import Measurement
package import Pictures
import RetryNumerics

extension ComparisonReport {
  /// What strategies ask of a service.
  private var cost: Figure { rows.first?.sample == nil ? .load : .amplification }
  private static var costName: String { "attempts per call" }

  /// Success against what it costs, a point for each strategy; `nil` if all are alike.
  package var frontier: Picture? {
    guard rows.count > 1, let success = FigureAxis(.success, "success", of: rows) else {
      return nil
    }
    let costs = rows.map { cost.number(of: $0)?.size ?? 0 }
    let (low, high) = (costs.min() ?? 0, costs.max() ?? 0)
    let room = max((high - low) / 20, 0.05)
    // What is longer than a letter is wider than the place of a point.
    let letters = rows.indices.map(letter)
    let signs = letters.allSatisfy { $0.count == 1 } ? letters : []
    let notes = rows.indices.map { "\(letter($0)), \(Self.costName) \(cost.text(costs[$0]))" }
    return Picture(
      title: "success against \(Self.costName)",
      axis: Axis(low - room...high + room, tick: { Figures.rough($0) }) { [cost] in
        cost.text($0)
      },
      bands: [
        .plot(
          Plot(
            success.title(by: Self.costName), axis: success.axis,
            [success.series(at: costs, signs: signs, notes: notes)], height: 7))
      ])
  }

  /// The share of calls that had ended by a time, a curve for each strategy.
  package var latencyCurves: Picture? {
    let latencies = rows.map(\.all.latency)
    guard (2...Self.mostCurves).contains(rows.count), let bins = LatencyBins(latencies) else {
      return nil
    }
    let most = latencies.map(\.count).max() ?? 1
    let axis = Axis(
      0...1 - 1 / Double(max(2 * most, 2)), scale: .nines(least: 1 / Double(max(2 * most, 2))),
      tick: { Figures.shortShare($0) }
    ) { $0 < 0.5 ? "0%" : "100%" }
    let curves = latencies.enumerated().flatMap { row, latency -> [Plot.Series] in
      let shares = Self.shares(most: most)
      let points = shares.compactMap { share in
        latency.quantile(share).map { Plot.Point.point(Double($0), share) }
      }
      let signs = zip(shares, points).filter { Self.signed.contains($0.0) }.map { share, point in
        Plot.Point.point(
          point.from, share, sign: letter(row),
          note: "\(letter(row)): \(Figures.roundShare(share)) within \(Figures.time(point.from))")
      }
      return [Plot.Series(.curve, .measured, points), Plot.Series(.points, .measured, signs)]
    }
    return Picture(
      title: "latency", axis: bins.axis,
      bands: [
        .plot(
          Plot("share of calls that ended by then, scale of nines", axis: axis, curves, height: 7))
      ])
  }

  /// The most strategies whose curves can be told apart.
  static var mostCurves: Int { 6 }

  /// The shares at which a curve has its letter.
  private static let signed = [0.5, 0.9, 0.99]

  /// The shares of a curve, as near to one as so many calls allow.
  private static func shares(most: UInt64) -> [Double] {
    let tenths = [1.0, 0.1, 0.01, 0.001, 0.0001].prefix { $0 * Double(most) >= 10 }
    return tenths.flatMap { tenth in
      stride(from: 1.0, to: 0.1, by: -0.05).map { 1 - tenth * $0 }
    }
  }
}

extension ComparisonReport {
  /// What the strategy with the highest success gains over the first one, or the next, and what that costs.
  var verdict: String? {
    let rates = rows.map { Figure.success.number(of: $0)?.size ?? 0 }
    guard rows.count > 1, let best = rates.indices.max(by: { rates[$0] < rates[$1] }) else {
      return nil
    }
    let others = rates.indices.filter { $0 != best }
    let other = best == 0 ? others.max { rates[$0] < rates[$1] } ?? 1 : 0
    let compared = compared.differences[best == 0 ? other : best]
    guard let success = compared.first(where: { $0.figure.name == Figure.success.name }) else {
      return nil
    }
    let price = price(of: best, over: other)
    guard success.difference.isSignificant else {
      return
        "\(letter(best)) and \(letter(other)) succeed alike, as far as these calls tell"
        + (price.isEmpty ? "" : "; \(letter(best)) \(price)")
    }
    let missing = (1 - rates[best], 1 - rates[other])
    let gain =
      missing.0 <= 0
      ? "never failed here, \(letter(other)) in \(Figures.share(missing.1)) of calls"
      : missing.1 / missing.0 >= 1.95
        ? "fails \(Figures.rough(Self.rounded(missing.1 / missing.0))) times less often than \(letter(other))"
        : "fails in \(Figures.share(missing.0)) of calls, \(letter(other)) in \(Figures.share(missing.1))"
    return "\(letter(best)) \(gain)" + (price.isEmpty ? "" : "; it \(price)")
  }

  private static func rounded(_ ratio: Double) -> Double {
    ratio < 10 ? (ratio * 2).rounded() / 2 : ratio.rounded()
  }

  /// Says how attempts and the highest latencies of one strategy differ from those of another.
  private func price(of row: Int, over other: Int) -> String {
    func values(_ figure: Figure) -> (Double, Double)? {
      guard let one = figure.number(of: rows[row])?.size,
        let two = figure.number(of: rows[other])?.size, one.isFinite, two.isFinite
      else { return nil }
      return (one, two)
    }
    var words: [String] = []
    if let (one, two) = values(cost), two > 0 {
      let change = (one / two - 1) * 100
      if change.magnitude >= 0.5 {
        words.append(
          "makes \(Figures.rough(change.magnitude.rounded()))% \(change > 0 ? "more" : "fewer") attempts"
        )
      }
    }
    if let (one, two) = values(.p99), Figures.time(one) != Figures.time(two) {
      let change = Figures.time((one - two).magnitude)
      words.append("takes \(change) \(one > two ? "more" : "less") at p99")
    }
    return words.joined(separator: " and ")
  }
}
