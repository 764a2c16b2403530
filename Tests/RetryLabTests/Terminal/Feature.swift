/// A feature of the prompt: the keys to press, and the expected screen.
struct Feature: Sendable, CustomStringConvertible {
  /// Keys, and what must be on the screen before any more are pressed.
  struct Step: Sendable {
    let keys: String
    let seen: [String]
    /// The line that the cursor stands in then, if it is not that of the empty prompt.
    let line: String?
  }

  let name: String
  let steps: [Step]
  /// A text that is coloured if there are colours, and its colour.
  let ink: (text: String, ink: String)?

  var description: String { name }

  /// Creates a feature of several steps.
  init(_ name: String, ink: (text: String, ink: String)? = nil, _ steps: [Step]) {
    (self.name, self.steps, self.ink) = (name, steps, ink)
  }

  /// Creates a feature of one entry.
  init(_ name: String, _ entry: String, _ seen: String..., ink: (text: String, ink: String)? = nil)
  {
    self.init(name, ink: ink, [Step(keys: entry + "\r", seen: seen, line: nil)])
  }
}

extension Feature.Step {
  /// Types an entry; the empty prompt comes back.
  static func enter(_ entry: String, _ seen: String..., at prompt: String = "retry>") -> Self {
    Self(keys: entry + "\r", seen: seen, line: prompt)
  }

  /// Presses keys, after which the cursor is in a line.
  static func press(_ keys: String, _ line: String?, _ seen: String...) -> Self {
    Self(keys: keys, seen: seen, line: line)
  }
}

extension PseudoTerminal {
  /// Shows a feature on a clear screen; returns whether its colour was visible.
  func show(_ feature: Feature) throws -> Bool {
    type(Press.control("l"))
    try wait(for: "a clear screen") { $0.text == "retry>" && $0.column == 7 }
    var isColoured = false
    for step in feature.steps {
      type(step.keys)
      try wait(for: "\(feature.name): \(step.seen) and '\(step.line ?? "retry>")'") { emulator in
        let text = emulator.text
        let line = text.split(separator: "\n").last ?? ""
        let lastLine = step.line ?? "retry>"
        guard lastLine.isEmpty || line == lastLine || line.isFold(of: lastLine, text) else {
          return false
        }
        // Typed text breaks anywhere, printed text between words.
        let seen = text.filter { !$0.isWhitespace }
        return step.seen.allSatisfy { seen.contains($0.filter { !$0.isWhitespace }) }
      }
      if let (text, ink) = feature.ink, emulator.inks(of: text) == [ink] { isColoured = true }
    }
    return isColoured
  }
}

extension Substring {
  /// Returns whether a line that is wider than the screen ends with this one.
  fileprivate func isFold(of line: String, _ text: String) -> Bool {
    !isEmpty && line.hasSuffix(self) && text.replacing("\n", with: "").hasSuffix(line)
  }
}
