import Report
import Simulation
import Testing
import TextLayout

/// Compares a report with the text that is expected, which ends without a line break.
func expect(
  _ source: Source, is expected: String, subject: String = "call", of attempts: Int? = nil,
  style: Style = Style(), limits: Limits = Limits(),
  _ location: SourceLocation = #_sourceLocation
) {
  let text = report(source, subject: subject, of: attempts, style: style, limits: limits).text
  #expect(text == expected, "\n\(text)\n", sourceLocation: location)
}

/// Returns the text without the control sequences that colour it.
func withoutColour(_ text: String) -> String {
  var plain = ""
  var isControl = false
  for character in text {
    if character == "\u{1B}" { isControl = true }
    if !isControl { plain.append(character) }
    if character == "m" { isControl = false }
  }
  return plain
}
