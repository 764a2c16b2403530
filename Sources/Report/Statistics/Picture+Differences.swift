import Measurement
import Pictures

extension ComparisonReport {
  /// How much each strategy differs from the first one, a picture for each figure.
  var differencePictures: [Picture] {
    let compared = compared.differences
    let figures = compared.dropFirst().first?.map(\.figure).filter(\.isShown) ?? []
    return figures.compactMap { figure in
      let (name, text, unit) = figure.differenceText
      let signed = { @Sendable (value: Double) in (value > 0 ? "+" : "") + text(value) }
      let estimates = compared.indices.dropFirst().compactMap { row -> (Int, Estimate)? in
        let found = compared[row].first { $0.figure.name == figure.name }
        guard let estimate = found?.difference.estimate, estimate.low.isFinite,
          estimate.high.isFinite
        else { return nil }
        return (row, estimate)
      }
      let ends: [Double] = [0] + estimates.flatMap { [$0.1.low, $0.1.high] }
      guard let low = ends.min(), let high = ends.max(), low < high else { return nil }
      let rows = estimates.map { row, estimate in
        let words = "\(signed(estimate.value))\(unit) (\(Figures.interval(estimate, signed)))"
        return Picture.Row(
          letter(row),
          [
            .init(
              estimate.low, estimate.high, .interval, note: "\(name) of \(letter(row)): \(words)"),
            .init(estimate.value, estimate.value, .value, sign: "●", note: signed(estimate.value)),
          ])
      }
      return Picture(
        title: "\(name) compared with \(letter(0))\(unit.isEmpty ? "" : ",\(unit)")",
        axis: Axis(low...high, tick: signed, text: signed), rows: rows)
    }
  }
}
