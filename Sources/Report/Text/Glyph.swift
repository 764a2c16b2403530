import TextLayout

/// A symbol of one column, with a substitute in ASCII.
enum Glyph: Hashable, Sendable {
  case attempt
  case success
  case failure
  case cancelled
  case wait
  case stop
  case question
  case answer
  case cache
  case note
  case value

  /// The symbol and its substitute.
  private var signs: (String, String) {
    switch self {
    case .attempt: ("▶", ">")
    case .success: ("✓", "+")
    case .failure: ("✗", "x")
    case .cancelled: ("◌", "o")
    case .wait: ("…", ".")
    case .stop: ("■", "!")
    case .question: ("?", "?")
    case .answer: ("»", "\"")
    case .cache: ("◆", "$")
    case .note: ("·", "-")
    case .value: ("•", "*")
    }
  }

  func text(_ style: Style) -> String {
    style.isUnicode ? signs.0 : signs.1
  }

  var ink: Ink? {
    switch self {
    case .success: .success
    case .failure: .failure
    case .cancelled, .note: .faint
    case .wait, .question, .answer: .wait
    case .stop, .attempt, .cache, .value: nil
    }
  }
}

extension TextLine {
  mutating func add(_ glyph: Glyph, _ ink: Ink? = nil) {
    add(glyph.text(style), ink)
  }
}
