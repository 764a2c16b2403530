import RetryNumerics
import VirtualTime

/// Measured latencies from a file.
enum Samples {
  /// The maximum number of values.
  private static let most = 1_000_000
  /// The number of lines between checks for interruption.
  private static let linesPerQuestion = 1000

  /// Returns the values in the first column of a file without the header.
  static func read(
    _ path: String, from host: ScriptHost
  ) throws(InvalidArgument) -> [Nanoseconds] {
    let file = host.file(path)
    guard let text = file.text else {
      throw InvalidArgument(
        "samples", CallProblem.unreadableSamples(path: path, reason: file.reason))
    }
    var values: [Nanoseconds] = []
    for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      if index % linesPerQuestion == 0, host.isInterrupted() { return values }
      let cell = line.split(separator: ",", omittingEmptySubsequences: false).first ?? ""
      if let value = value(String(cell)) {
        guard values.count < most else {
          throw InvalidArgument("samples", CallProblem.tooManySamples(path: path, most: most))
        }
        values.append(value)
      } else if index > 0 {
        throw InvalidArgument(
          "samples", CallProblem.sample(String(cell.prefix(40)), line: index + 1))
      }
    }
    return values
  }

  private static func value(_ text: String) -> Nanoseconds? {
    let (tokens, diagnostics) = Lexer.tokens(of: SourceText(text))
    guard tokens.count == 2, diagnostics.isEmpty else { return nil }
    return switch tokens[0].kind {
    case .duration(let span): span
    case .int(let number): Nanoseconds(rounding: Double(number) * 1e6)
    case .double(let number): Nanoseconds(rounding: number * 1e6)
    default: nil
    }
  }
}
