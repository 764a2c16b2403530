/// The codes of errors in a source text.
///
/// A number is never reused for another code.
package enum DiagnosticCode: Int, CaseIterable, Hashable, Sendable {
  case unknownCharacter = 1
  case unclosedText = 2
  case unknownUnit = 4
  case unexpectedToken = 5
  case unclosedBracket = 6
  case tooDeep = 7
  case tooLong = 8
  case unknownName = 10
  case unknownMember = 11
  case wrongType = 12
  case unknownLabel = 13
  case missingArgument = 14
  case extraArgument = 15
  case wrongOperands = 16
  case impossibleValue = 17
  case ambiguous = 18
  case wrongClosure = 19
  case unknownCommand = 21

  /// The code as text, such as `E012`.
  package var text: String {
    let digits = String(rawValue)
    return "E" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
