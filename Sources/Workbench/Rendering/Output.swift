/// A piece of output.
package enum Output: Hashable, Sendable {
  /// A result, for standard output.
  case result(String)
  /// A message for the user, omitted from JSON output.
  case message(String)
  /// An error, for standard error, or for standard output as JSON.
  case mistake(String)
}

extension Output {
  /// The same output in ASCII.
  var plain: Output { mapped(Self.plain) }

  /// The same output with another text.
  func mapped(_ change: (String) -> String) -> Output {
    switch self {
    case .result(let text): .result(change(text))
    case .message(let text): .message(change(text))
    case .mistake(let text): .mistake(change(text))
    }
  }

  private static let substitutes: [Character: String] = [
    "·": "|", "—": "-", "…": "...", "×": "x", "→": "->", "»": ">", "│": "|",
  ]

  private static func plain(_ text: String) -> String {
    text.reduce(into: "") { $0 += substitutes[$1, default: String($1)] }
  }
}
