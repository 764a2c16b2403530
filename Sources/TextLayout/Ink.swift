/// The role of a piece of text, which determines its colour on a terminal.
package enum Ink: String, CaseIterable, Sendable {
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
  ///
  /// Each colour differs enough from black and from white. The first sixteen are left alone: on many terminals the
  /// yellow and the cyan among them vanish on white.
  private var code: String {
    switch self {
    case .success, .quoted: "38;5;28"
    case .failure: "38;5;161"
    case .wait: "38;5;130"
    case .faint: "2"
    case .strong: "1"
    case .error: "1;38;5;161"
    case .prompt: "1;38;5;30"
    case .number: "38;5;30"
    case .kind: "38;5;164"
    case .bracket: "1;4"
    case .mistake: "4;38;5;161"
    }
  }

  package func paint(_ text: String) -> String {
    "\(on)\(text)\(Self.off)"
  }

  /// Returns a text without any colours.
  package static func removed(from text: String) -> String {
    guard text.utf8.contains(0x1B) else { return text }
    let scalars = text.unicodeScalars
    var plain = String.UnicodeScalarView()
    var place = scalars.startIndex
    while place < scalars.endIndex {
      if scalars[place] == "\u{1B}", let end = end(ofSequenceAt: place, in: scalars) {
        place = end
      } else {
        plain.append(scalars[place])
        place = scalars.index(after: place)
      }
    }
    return String(plain)
  }

  private var on: String { "\u{1B}[\(code)m" }
  private static let off = "\u{1B}[0m"
  private static let sequences = Set(allCases.map(\.on) + [off])

  /// Returns the end of the sequence of an ink that begins at a place, if there is one.
  static func end(
    ofSequenceAt place: String.Index, in scalars: String.UnicodeScalarView
  ) -> String.Index? {
    // No sequence of an ink has more than 16 scalars.
    guard let last = scalars[place...].prefix(16).firstIndex(of: "m") else { return nil }
    let end = scalars.index(after: last)
    return sequences.contains(String(scalars[place..<end])) ? end : nil
  }
}
