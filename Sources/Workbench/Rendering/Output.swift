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
  var plain: Output {
    switch self {
    case .result(let text): .result(Self.plain(text))
    case .message(let text): .message(Self.plain(text))
    case .mistake(let text): .mistake(Self.plain(text))
    }
  }

  private static let substitutes: [Character: String] = [
    "·": "|", "—": "-", "…": "...", "×": "x", "→": "->", "»": ">", "│": "|",
  ]

  private static func plain(_ text: String) -> String {
    text.reduce(into: "") { $0 += substitutes[$1, default: String($1)] }
  }
}
