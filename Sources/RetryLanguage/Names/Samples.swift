import RetryNumerics
import VirtualTime

/// Measured latencies from a file.
enum Samples {
  /// The maximum number of values.
  private static let most = 1_000_000
  /// The number of lines between checks for interruption.
  private static let linesPerQuestion = 1000

  /// Returns the values in a column of a file: the one with a name, or the only one with values.
  static func read(
    _ path: String, column name: String?, from host: ScriptHost
  ) throws(InvalidArgument) -> [Nanoseconds] {
    let file = host.file(path)
    guard let text = file.text else {
      throw InvalidArgument(
        "samples", CallProblem.unreadableSamples(path: path, reason: file.reason))
    }
    let lines = text.split(whereSeparator: \.isNewline)
    let (column, hasNames) = try column(named: name, of: lines, in: path)
    var values: [Nanoseconds] = []
    for (index, line) in lines.enumerated().dropFirst(hasNames ? 1 : 0) {
      if index % linesPerQuestion == 0, host.isInterrupted() { return values }
      let cells = cells(of: line)
      let cell = column.index < cells.count ? cells[column.index] : ""
      guard let value = value(cell, unit: column.unit) else {
        throw InvalidArgument(
          "samples", CallProblem.sample(String(cell.prefix(40)), line: index + 1))
      }
      guard values.count < most else {
        throw InvalidArgument("samples", CallProblem.tooManySamples(path: path, most: most))
      }
      values.append(value)
    }
    return values
  }

  /// Finds a column, whose name may end in the unit of its numbers.
  private static func column(
    named name: String?, of lines: [Substring], in path: String
  ) throws(InvalidArgument) -> (column: (index: Int, unit: Nanoseconds), hasNames: Bool) {
    let first = lines.first.map(cells) ?? []
    let hasNames = !first.contains { value($0, unit: millisecond) != nil }
    let names = hasNames ? first : []
    let row = hasNames ? lines.dropFirst().first.map(cells) ?? [] : first
    let given = row.indices.filter { value(row[$0], unit: millisecond) != nil }
    let found = name.map { name in names.firstIndex(of: name).map { [$0] } ?? [] } ?? given
    guard found.count == 1 || name == nil && found.isEmpty else {
      throw InvalidArgument(
        name == nil ? "samples" : "column",
        CallProblem.columns(path: path, given.count, names: names))
    }
    let index = found.first ?? 0
    let suffix = index < names.count ? names[index].split(separator: "_").last ?? "" : ""
    return ((index, units[String(suffix)] ?? millisecond), hasNames)
  }

  private static let millisecond = Nanoseconds(1_000_000)

  /// The units by the ends of names, as in `latency_ms`.
  private static let units = [
    "ns": Nanoseconds(1), "us": Nanoseconds(1000), "ms": millisecond,
    "s": Nanoseconds(1_000_000_000),
  ]

  private static func cells(of line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.trimmingPrefix(while: \.isWhitespace))
    }
  }

  private static func value(_ text: String, unit: Nanoseconds) -> Nanoseconds? {
    let (tokens, diagnostics) = Lexer.tokens(of: SourceText(text))
    guard tokens.count == 2, diagnostics.isEmpty else { return nil }
    return switch tokens[0].kind {
    case .duration(let span): span
    case .int(let number): Nanoseconds(rounding: Double(number) * Double(unit.count))
    case .double(let number): Nanoseconds(rounding: number * Double(unit.count))
    default: nil
    }
  }
}
