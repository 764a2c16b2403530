/// Something that is printed.
package enum Output: Hashable, Sendable {
  /// A result, for standard output.
  case result(String)
  /// A message for a person; programs that read JSON do not get it.
  case message(String)
  /// A mistake, for standard error, or standard output as JSON.
  case mistake(String)
}

extension Output {
  /// The same without the marks that ASCII does not have.
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
