/// Something that a session says.
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

/// How a session stands after a text was run.
package enum Status: Hashable, Sendable {
  /// More may come.
  case ready
  /// The text stops where more must follow.
  case incomplete
  /// The text was wrong; nothing after the mistake was run.
  case wrong
  /// An expectation was not met; nothing after it was run.
  case failed
  /// The session was asked to end.
  case ended
}
