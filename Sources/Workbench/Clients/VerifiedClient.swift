import Conformance
import Pictures
package import Report
import RetryLanguage
import RetryNumerics
package import Simulation
package import TextLayout

/// A real client beside what the laboratory predicts of it.
package struct VerifiedClient: Sendable {
  let judged: JudgedClient
  let forecast: ClientForecast

  /// Predicts the calls of a client; `nil` if there are too few, or if it is interrupted.
  package init?(
    _ judged: JudgedClient, of source: Source, seed: UInt64, interrupted: () -> Bool
  ) {
    let forecast = ClientForecast(
      source, seed: seed, for: judged.conformance, interrupted: interrupted)
    guard let forecast else { return nil }
    (self.judged, self.forecast) = (judged, forecast)
  }

  package var isMet: Bool { forecast.isMet }
}

// MARK: - As text

extension VerifiedClient {
  package func lines(_ style: Style) -> [String] {
    let calls = forecast.calls.counting("call")
    var lines = [
      judged.client.text.sanitized,
      "\(calls) of \(judged.place), beside \(forecast.runs) simulated runs of as many",
      "the client needs \(forecast.overhead.brief) for a retry besides waiting, the server was \(forecast.lateness.brief) late; both are part of what is predicted",
    ]
    if let words = judged.speedWords { lines.append(words) }
    lines.append("")
    var table = Table([.left, .right, .right, .left], head: ["", "predicted", "real", ""])
    for row in forecast.rows {
      table.add([
        .init(row.figure.rawValue), .init(Self.text(row.predicted, row.figure)),
        .init(Self.text(row.real, row.figure)),
        row.isMet ? .init("as predicted", .success) : .init("not as predicted", .failure),
      ])
    }
    lines += table.lines(style).map(\.text)
    if let picture { lines += [""] + ReportBlock.picture(picture).lines(style) }
    return lines + [""] + departures + [summary]
  }

  /// In what the client departs from its plan, whatever its figures are.
  private var departures: [String] {
    let failed = judged.conformance.findings.filter { $0.verdict == .failed }
    guard !failed.isEmpty else { return [] }
    let subjects = failed.map(\.subject.rawValue).joined(separator: ", ")
    return ["it departs from its plan, as 'judge' shows: \(subjects)"]
  }

  private var summary: String {
    let met = forecast.rows.count { $0.isMet }
    let verdict = isMet ? "passed" : "failed"
    return "\(verdict): \(met) of \(forecast.rows.count.counting("figure")) as predicted"
  }

  private static func text(_ value: Double, _ figure: RealFigure) -> String {
    switch figure {
    case .success: Figures.roundShare(value)
    case .attempts: Figures.decimal(value, 2)
    case .mean, .p50, .p90, .p99: Nanoseconds(rounding: value).brief
    }
  }

  private static func text(_ range: ClosedRange<Double>, _ figure: RealFigure) -> String {
    "\(text(range.lowerBound, figure)) to \(text(range.upperBound, figure))"
  }

  /// The real durations over the bands of the predicted ones.
  private var picture: Picture? {
    let rows = forecast.rows.filter(\.figure.isDuration)
    let ends = rows.flatMap { [$0.real, $0.predicted.upperBound] }
    guard let most = ends.max(), most > 0 else { return nil }
    let axis = Axis(
      0...most, steps: .time, tick: { Nanoseconds(rounding: $0).brief },
      text: { Nanoseconds(rounding: $0).brief })
    return Picture(
      title: "durations of calls: predicted, with the real one as a point", axis: axis,
      rows: rows.map { row in
        let (low, high) = (row.predicted.lowerBound, row.predicted.upperBound)
        return Picture.Row(
          row.figure.rawValue,
          [
            Picture.Mark(
              low, high, .interval, note: "predicted \(Self.text(row.predicted, row.figure))"),
            Picture.Mark(
              row.real, row.real, .value, note: "real \(Self.text(row.real, row.figure))"),
          ], figure: Self.text(row.real, row.figure))
      })
  }
}

// MARK: - For build servers

extension VerifiedClient {
  package var json: String { JSONForms.predicted.json(of: self).versioned.text }

  /// The figures as a check with a case for each.
  package func check(of path: String) -> Check {
    var check = Check(path, isMet ? .passed : .expectation, summary)
    check.cases = forecast.rows.map { row in
      Check.Case(
        name: "\(judged.nameInChecks): \(row.figure.meaning)", line: nil,
        verdict: row.isMet ? .passed : .expectation,
        message: row.isMet
          ? ""
          : "\(row.figure.rawValue) is \(Self.text(row.real, row.figure)), predicted \(Self.text(row.predicted, row.figure))"
      )
    }
    return check
  }
}
