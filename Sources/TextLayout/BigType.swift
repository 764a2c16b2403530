/// Letters three rows high, for a screen that is read from the back of a room.
package struct BigType {
  /// The rows of each letter, five pixels high.
  private static let shapes: [Character: [Substring]] = Dictionary(
    uniqueKeysWithValues: """
      A 0110 1001 1111 1001 1001
      B 1110 1001 1110 1001 1110
      C 0111 1000 1000 1000 0111
      D 1110 1001 1001 1001 1110
      E 1111 1000 1110 1000 1111
      F 1111 1000 1110 1000 1000
      G 0111 1000 1011 1001 0111
      H 1001 1001 1111 1001 1001
      I 1 1 1 1 1
      J 0001 0001 0001 1001 0110
      K 1001 1010 1100 1010 1001
      L 1000 1000 1000 1000 1111
      M 10001 11011 10101 10001 10001
      N 1001 1101 1011 1001 1001
      O 0110 1001 1001 1001 0110
      P 1110 1001 1110 1000 1000
      Q 0110 1001 1001 1011 0111
      R 1110 1001 1110 1010 1001
      S 0111 1000 0110 0001 1110
      T 111 010 010 010 010
      U 1001 1001 1001 1001 0110
      V 10001 10001 01010 01010 00100
      W 10001 10001 10101 11011 10001
      X 1001 1001 0110 1001 1001
      Y 10001 01010 00100 00100 00100
      Z 1111 0010 0100 1000 1111
      0 0110 1001 1001 1001 0110
      1 01 11 01 01 01
      2 1110 0001 0110 1000 1111
      3 1110 0001 0110 0001 1110
      4 1001 1001 1111 0001 0001
      5 1111 1000 1110 0001 1110
      6 0110 1000 1110 1001 0110
      7 1111 0001 0010 0100 0100
      8 0110 1001 0110 1001 0110
      9 0110 1001 0111 0001 0110
      . 0 0 0 0 1
      , 00 00 00 01 10
      : 0 1 0 1 0
      - 000 000 111 000 000
      + 000 010 111 010 000
      / 0001 0001 0010 0100 0100
      ( 01 10 10 10 01
      ) 10 01 01 01 10
      % 1001 0001 0110 1000 1001
      ✓ 00001 00001 10010 01010 00100
      ✗ 10001 01010 00100 01010 10001
      """.split(separator: "\n").map { line in
        let parts = line.split(separator: " ")
        return (Character(String(parts[0])), Array(parts.dropFirst()))
      })

  /// The pixel rows of a letter; a space for one that has no shape.
  private static func shape(_ letter: Character) -> [Substring] {
    shapes[letter] ?? shapes[Character(letter.uppercased().prefix(1).description)]
      ?? Array(repeating: "00", count: 5)
  }

  /// Returns a text in big letters, or as it is if it would be wider than the style.
  package static func lines(_ text: String, _ ink: Ink?, _ style: Style) -> [TextLine] {
    let pixels = (0..<5).map { row in text.map { shape($0)[row] }.joined(separator: "0") }
    guard let width = pixels.first?.count, width <= style.width else {
      var line = TextLine(style: style)
      line.add(text, ink)
      return [line]
    }
    // A sixth row completes the last cells, which are two pixels high.
    let rows = pixels + [String(repeating: "0", count: width)]
    let drawn =
      style.isUnicode
      ? stride(from: 0, to: 6, by: 2).map { row in
        zip(rows[row], rows[row + 1]).map(half).joined()
      }
      : pixels.map { $0.map { $0 == "1" ? "#" : " " }.joined() }
    return drawn.map { cells in
      var line = TextLine(style: style)
      line.add(cells, ink)
      return line
    }
  }

  private static func half(_ upper: Character, _ lower: Character) -> String {
    switch (upper, lower) {
    case ("1", "1"): "█"
    case ("1", _): "▀"
    case (_, "1"): "▄"
    default: " "
    }
  }
}
