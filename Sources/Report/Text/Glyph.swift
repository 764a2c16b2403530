import TextLayout

/// A sign of one column, with a stand-in where only ASCII may be used.
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
  /// A stretch of an attempt in a timeline.
  case bar
  /// A stretch of waiting in a timeline.
  case gap
  /// A place in a timeline where time was left out.
  case scaleBreak

  /// The sign and its stand-in.
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
    case .bar: ("━", "=")
    case .gap: ("╌", ".")
    case .scaleBreak: ("≈", "~")
    }
  }

  /// Returns the sign in a style.
  func text(_ style: Style) -> String {
    style.isUnicode ? signs.0 : signs.1
  }

  /// What the sign stands for, as far as colour goes.
  var ink: Ink? {
    switch self {
    case .success: .success
    case .failure: .failure
    case .cancelled, .note, .scaleBreak: .faint
    case .wait, .gap, .question, .answer: .wait
    case .stop, .attempt, .cache, .value, .bar: nil
    }
  }
}

extension TextLine {
  /// Adds a sign of the program's own.
  mutating func add(_ glyph: Glyph, _ ink: Ink? = nil) {
    add(glyph.text(style), ink)
  }
}
