import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

extension LastResult {
  /// The expectations that a scenario can state about the result; the current figures or better ones meet them.
  var expectations: [String] {
    switch self {
    case .run(let record):
      let isSuccess = if case .success = record.trace.result.outcome { true } else { false }
      let lines = [
        isSuccess ? "expect success >= 100%" : "expect success <= 0%",
        "expect attempts == \(record.trace.result.tally.attempts)",
      ]
      // A hung call has no upper bounds.
      if case .hung = record.trace.result.outcome { return lines }
      return lines + ["expect latency <= \(Self.roundedUp(record.trace.result.duration))"]
    case .many(let calls, let source):
      let certainty = Certainty(of: source)
      func reading(_ figure: Figure) -> FigureReading { figure.reading(of: calls, certainty) }
      var lines: [String] = []
      if case .double(let low) = reading(.success).low {
        lines.append("expect success >= \(Self.decimal(Int(low * 1000), 10))%")
      }
      if case .double(let high) = reading(.load).high, high < 1e9 {
        lines.append("expect load <= \(Self.decimal(Int(high * 100) + 1, 100))")
      }
      // Of few calls, or where some never end, nothing bounds the highest percentiles.
      for figure in [Figure.p99, .p90, .p50].compactMap(NamedFigure.init) {
        guard case .duration(let high) = reading(figure.figure).high, high != .never else {
          continue
        }
        return lines + ["expect \(figure.name) <= \(Self.roundedUp(high))"]
      }
      return lines
    }
  }

  /// Returns the duration rounded up to a whole millisecond, or to three digits.
  private static func roundedUp(_ span: Nanoseconds) -> String {
    var unit: Int64 = 1_000_000
    while span.count / unit >= 1000, unit < .max / 10 { unit *= 10 }
    let (sum, isOver) = span.count.addingReportingOverflow(unit - 1)
    return isOver ? "\(span)" : "\(Nanoseconds(sum / unit * unit))"
  }

  /// Returns a number of tenths or hundredths as a decimal.
  private static func decimal(_ count: Int, _ parts: Int) -> String {
    let fraction = "\(parts + count % parts)".dropFirst()
    return count % parts == 0 ? "\(count / parts)" : "\(count / parts).\(fraction)"
  }
}
