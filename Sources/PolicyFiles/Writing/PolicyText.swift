import Retry
import RetryLanguage
import RetryNumerics

/// The settings of a preset as the text of a file; comments come before it.
struct PolicyText {
  private let call: PresetCall
  let layers: SurroundingLayers
  /// The kinds of these whose refusals are not retried.
  let refusing: [PolicyDocument.Layer.Kind]

  /// Writes what a library makes of a policy.
  init(_ translation: Translation) {
    (call, layers, refusing) = (translation.call, translation.layers, translation.refusing)
  }

  /// The names of all settings of the library.
  var labels: [String] { call.preset.labels }

  /// The value of a setting as it is written here.
  func value(_ label: String) -> String? { call[label].map { "\($0)" } }

  func time(_ label: String) -> Nanoseconds? { call[label]?.time }

  func delays(_ label: String) -> DelayTable? { call[label]?.delays }

  /// Returns the rows of a table, each with what its two times are in a language, in lines if there are many.
  static func rows(
    _ table: DelayTable, _ indentation: String, _ row: (Nanoseconds, Nanoseconds) -> String
  ) -> String {
    let rows = table.ranges.map { row($0.lowerBound, $0.upperBound) }
    guard rows.count > 3 else { return rows.joined(separator: ", ") }
    return "\n" + rows.map { "\(indentation)    \($0),\n" }.joined() + indentation
  }

  /// The words of a setting that commas separate.
  func words(_ label: String) -> [String] {
    (value(label) ?? "").filter { $0 != "\"" }.split(separator: ",").map { String($0) }
  }

  static func lines(_ indentation: Int, _ lines: [String]) -> String {
    let gap = String(repeating: " ", count: indentation)
    return lines.map { gap + $0 + "\n" }.joined()
  }

  /// Returns the lines that are there.
  static func lines(_ indentation: Int, _ lines: [String?]) -> String {
    self.lines(indentation, lines.compactMap(\.self))
  }
}

extension Nanoseconds {
  /// The time in seconds with a fraction of as many digits as it needs, such as `0.025`.
  var seconds: String {
    let (whole, rest) = (count / 1_000_000_000, count % 1_000_000_000)
    guard rest > 0 else { return "\(whole)" }
    let digits = String(String(rest + 1_000_000_000).dropFirst())
    let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(whole).\(digits[...end])"
  }

  /// The time in milliseconds, rounded down, of at least one if it is not zero.
  var wholeMilliseconds: Int64 { count == 0 ? 0 : max(count / 1_000_000, 1) }
}
