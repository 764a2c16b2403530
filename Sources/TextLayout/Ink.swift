/// The role of a piece of text, which determines its colour on a terminal.
package enum Ink: Hashable, Sendable {
  case success
  case failure
  case wait
  case faint
  case strong
  case error
  case prompt
  // The parts of a text that is typed.
  case number
  case quoted
  case kind
  case bracket
  case mistake
}

extension Ink {
  /// The parameters of the control sequence that switches the colour on.
  private var code: String {
    switch self {
    case .success: "32"
    case .failure: "31"
    case .wait: "33"
    case .faint: "2"
    case .strong: "1"
    case .error: "1;31"
    case .prompt: "1;36"
    case .number: "36"
    case .quoted: "32"
    case .kind: "35"
    case .bracket: "1;4"
    case .mistake: "4;31"
    }
  }

  /// Returns the text between the sequences that switch the colour on and off.
  package func paint(_ text: String) -> String {
    "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
