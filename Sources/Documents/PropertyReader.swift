/// Reads the properties of a text one by one, as Java does.
struct PropertyReader {
  /// A character of a key or a value.
  private struct Piece {
    let scalar: Unicode.Scalar
    /// Whether a backslash took its meaning from it.
    let isEscaped: Bool
    /// How many scalars of the text are before it.
    let index: Int

    /// Returns whether it is one of some characters, without a backslash.
    func isPlain(_ scalars: Set<Unicode.Scalar>) -> Bool { !isEscaped && scalars.contains(scalar) }
  }

  private static let blanks: Set<Unicode.Scalar> = [" ", "\t"]
  private static let breaks: Set<Unicode.Scalar> = ["\n", "\r"]

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var ruler: Ruler

  init(_ text: String) {
    (scalars, ruler) = (Array(text.unicodeScalars), Ruler(text))
  }

  mutating func properties() throws(DocumentError) -> [Property] {
    var properties: [Property] = []
    while true {
      skip(Self.blanks.union(Self.breaks))
      guard index < scalars.count else { return properties }
      if scalars[index] == "#" || scalars[index] == "!" {
        while index < scalars.count, !Self.breaks.contains(scalars[index]) { index += 1 }
      } else {
        properties.append(try property())
      }
    }
  }

  private mutating func property() throws(DocumentError) -> Property {
    var line: [Piece] = []
    while let piece = try piece() { line.append(piece) }
    let key = line.prefix { !$0.isPlain(["=", ":", " ", "\t"]) }
    var rest = line[key.endIndex...].drop { $0.isPlain(Self.blanks) }
    if let sign = rest.first, sign.isPlain(["=", ":"]) {
      rest = rest.dropFirst().drop { $0.isPlain(Self.blanks) }
    }
    let end = key.endIndex < line.endIndex ? line[key.endIndex].index : index
    let path = try path(key, end: end)
    let place = ruler.place(of: rest.first?.index ?? index)
    let text = String(String.UnicodeScalarView(rest.map(\.scalar)))
    let value = Document(content: .scalar(Scalar(text: text, style: .property)), place: place)
    return Property(path: path, value: value)
  }

  private mutating func skip(_ some: Set<Unicode.Scalar>) {
    while index < scalars.count, some.contains(scalars[index]) { index += 1 }
  }

  // MARK: - Characters

  /// Returns the next character of a line and of those that continue it, or `nil` at the end.
  private mutating func piece() throws(DocumentError) -> Piece? {
    while index < scalars.count, !Self.breaks.contains(scalars[index]) {
      let start = index
      index += 1
      guard scalars[start] == "\\" else {
        return Piece(scalar: scalars[start], isEscaped: false, index: start)
      }
      guard index < scalars.count else { return nil }
      if Self.breaks.contains(scalars[index]) {
        index += scalars[index...].starts(with: "\r\n".unicodeScalars) ? 2 : 1
        skip(Self.blanks)
      } else {
        return Piece(scalar: try escaped(), isEscaped: true, index: start)
      }
    }
    return nil
  }

  private mutating func escaped() throws(DocumentError) -> Unicode.Scalar {
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "f": return "\u{C}"
    case "u":
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), scalars[index...].starts(with: #"\u"#.unicodeScalars) {
        index += 2
        units.append(try unit())
      }
      if let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first {
        return scalar
      }
      throw DocumentError(ruler.place(of: index - 4), "the escape is half of a character")
    default: return scalar
    }
  }

  private mutating func unit() throws(DocumentError) -> UInt16 {
    guard let unit = UInt16(hexadecimal: scalars[index...].prefix(4)) else {
      throw DocumentError(ruler.place(of: index), "expected four hexadecimal digits")
    }
    index += 4
    return unit
  }

  // MARK: - Keys

  /// Splits a key at its dots; in brackets is a number, or a name that may have dots.
  private mutating func path(
    _ key: ArraySlice<Piece>, end: Int
  ) throws(DocumentError) -> [Property.Step] {
    var steps: [Property.Step] = []
    var rest = key
    repeat {
      let start = rest.first?.index ?? end
      let place = ruler.place(of: start)
      let isInBrackets = rest.first?.isPlain(["["]) ?? false
      let name = rest.dropFirst(isInBrackets ? 1 : 0).prefix {
        !$0.isPlain(isInBrackets ? ["]"] : [".", "["])
      }
      if name.isEmpty { throw DocumentError(place, "a part of the key has no name") }
      rest = rest[name.endIndex...]
      if isInBrackets, rest.popFirst() == nil { throw DocumentError(place, "'[' is not closed") }
      steps.append(Property.Step(name: Self.name(name, isInBrackets: isInBrackets), place: place))
      // A dot must be followed by another part.
      if let dot = rest.first, dot.isPlain(["."]) {
        rest = rest.dropFirst()
        if rest.isEmpty {
          throw DocumentError(ruler.place(of: end), "a part of the key has no name")
        }
      } else if let next = rest.first, !next.isPlain(["["]) {
        throw DocumentError(ruler.place(of: next.index), "expected '.' or '[' in the key")
      }
    } while !rest.isEmpty
    guard steps.count > Document.deepest else { return steps }
    throw DocumentError(steps[0].place, "the key has more than \(Document.deepest) parts")
  }

  private static func name(_ pieces: ArraySlice<Piece>, isInBrackets: Bool) -> Property.Step.Name {
    let text = String(String.UnicodeScalarView(pieces.map(\.scalar)))
    let isNumber = pieces.allSatisfy { ("0"..."9").contains($0.scalar) }
    // A number that is too large leaves a gap, which is refused later.
    return isInBrackets && isNumber ? .index(Int(text) ?? .max) : .key(text)
  }
}

extension Document {
  /// Returns the map of a file of properties, which are nested as their keys say.
  package static func properties(_ bytes: [UInt8]) throws(DocumentError) -> Document {
    var reader = PropertyReader(try CheckedText(bytes).text)
    let properties = try reader.properties()
    return try Property.nested(properties, below: 0, at: Place(line: 1, column: 1))
  }
}

extension UInt16 {
  /// Reads the four hexadecimal digits of an escape.
  init?(hexadecimal digits: some Collection<Unicode.Scalar>) {
    guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else {
      return nil
    }
    self.init(String(String.UnicodeScalarView(digits)), radix: 16)
  }
}
