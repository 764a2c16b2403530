import TextLayout

/// A page of the manual, in the language mdoc.
struct ManualPage {
  private(set) var text: String

  init(_ name: String, _ summary: String, date: String) {
    text = """
      .Dd \(date)
      .Dt \(name.uppercased()) 1
      .Os
      .Sh NAME
      .Nm \(name)
      .Nd \(Self.escaped(summary))

      """
  }

  mutating func section(_ title: String) { text += ".Sh \(title)\n" }

  mutating func paragraph(_ words: String) {
    let isFirst = text.split(separator: "\n").last?.hasPrefix(".Sh") == true
    text += (isFirst ? "" : ".Pp\n") + Self.prose(words)
  }

  /// Adds a form of the command: macros, behind the name of the program.
  mutating func form(_ macros: [String]) {
    text += ([".Nm"] + macros.map { ".\($0)" }).joined(separator: "\n") + "\n"
  }

  /// Adds a list of terms, each of which is macros or words, and what they mean.
  mutating func list(_ items: [(term: String, words: String)]) {
    text += ".Bl -tag -width Ds\n"
    for item in items { text += ".It \(item.term)\n" + Self.prose(item.words) }
    text += ".El\n"
  }

  mutating func command(_ line: String) {
    text += ".Bd -literal -offset indent\n\(Self.escaped(line))\n.Ed\n"
  }

  /// Adds names of other pages, each with its section.
  mutating func references(_ names: [(name: String, section: Int)]) {
    text += names.map { ".Xr \($0.name) \($0.section)" }.joined(separator: " ,\n") + "\n"
  }

  /// Returns the argument of a macro that shows just these words.
  static func argument(_ words: String) -> String {
    "\"\(escaped(words).replacing("\"", with: "\\(dq"))\""
  }

  /// Returns sentences, each on lines of its own.
  private static func prose(_ words: String) -> String {
    let lines = Wrapping.lines(words.replacing(". ", with: ".\n"), width: 60)
    return lines.map { escaped($0) + "\n" }.joined()
  }

  /// Returns words that mean nothing but themselves.
  private static func escaped(_ words: some StringProtocol) -> String {
    let text = words.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\e"
      case "'": text += "\\(aq"
      case "`": text += "\\(ga"
      case "^": text += "\\(ha"
      case "~": text += "\\(ti"
      case "-": text += "\\-"
      case let other where !other.isASCII:
        text += "\\[u\(String(repeating: "0", count: max(0, 4 - hex(other).count)))\(hex(other))]"
      default: text.unicodeScalars.append(scalar)
      }
    }
    // A line that begins with a dot would be a macro.
    return text.hasPrefix(".") ? "\\&" + text : text
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }
}
