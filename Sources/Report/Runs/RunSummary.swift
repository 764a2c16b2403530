import RetryNumerics
package import Simulation
package import TextLayout

/// A summary of several calls, one per line.
package struct RunSummary {
  private let results: [CallResult]
  private let style: Style
  private let interruption: InterruptionCheck

  package init(_ results: [CallResult], style: Style, interruption: InterruptionCheck = .never) {
    self.results = results
    self.style = style
    self.interruption = interruption
  }

  package var lines: [String] {
    guard let table else { return [] }
    return interruption.bounding(table.lines(style, interruption)).map(\.text)
      + (results.count > 1 ? [total] : [])
  }

  /// A row for each call.
  package var table: Table? {
    let times = results.map(\.duration).sorted()
    guard let longest = times.last else { return nil }
    let scale = TimeScale(length: longest, times: times)
    var table = Table([.right, .left, .yielding, .right, .right, .right])
    for result in interruption.bounding(results) { table.add(cells(result, scale)) }
    return table
  }

  /// The summary of all calls in one line.
  package var total: String {
    let succeeded = results.count {
      if case .success = $0.outcome { true } else { false }
    }
    let attempts = results.reduce(0) { $0 + $1.tally.attempts }
    let stale = results.reduce(0) { $0 + $1.tally.stale }
    var line = TextLine(style: style)
    line.add("\(succeeded) of \(results.count) calls succeeded", .strong)
    for part in [attempts > 0 ? attempts.counting("attempt") : nil, stale.stalePhrase] {
      guard let part else { continue }
      line.addSeparator()
      line.add(part)
    }
    return line.text
  }

  package var text: String {
    lines.joined(separator: "\n")
  }

  /// A row for each call, with times in nanoseconds.
  package var csv: String {
    var table = CSVTable(header: ["call", "outcome", "attempts", "duration_ns", "waited_ns"])
    for result in results {
      table.add([
        "\(result.call)", ending(result.outcome).1, "\(result.tally.attempts)",
        "\(result.duration.count)", "\(result.tally.waited.count)",
      ])
    }
    return table.text
  }

  private func cells(_ result: CallResult, _ scale: TimeScale) -> [Table.Cell] {
    let (glyph, words, ink) = ending(result.outcome)
    let waited = result.tally.waited
    return [
      Table.Cell("call \(result.call)"),
      Table.Cell(glyph.text(style), ink),
      Table.Cell(words, ink),
      Table.Cell(scale.text(result.duration)),
      Table.Cell(attempts(result.tally.attempts)),
      Table.Cell(
        waited > .zero ? (style.isNarrow ? "" : "waited ") + scale.span(waited) : "", .faint),
    ]
  }

  private func attempts(_ count: Int) -> String {
    count == 0 ? "" : style.isNarrow ? "\(count)x" : count.counting("attempt")
  }

  private func ending(_ outcome: Outcome) -> (Glyph, String, Ink?) {
    switch outcome {
    case .success(.unit): (.success, "success", .success)
    case .success(let value): (.success, value.brief, .success)
    case .failure(let fault): (.failure, "\(fault)", .failure)
    case .completed: (.stop, "no value", .strong)
    case .cancelled: (.cancelled, "cancelled", .strong)
    case .stopped(let limit): (.stop, limit.phrase, .error)
    case .hung: (.stop, "hangs", .error)
    }
  }
}
