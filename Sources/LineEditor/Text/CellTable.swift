import TextLayout

/// Gives every character one code point, so that an editor that works on code points works on characters.
///
/// libedit moves and deletes by code point. A character that is made of several, or has no columns of its own, is
/// stood in for by a code point for private use, from one range if it takes two columns and from another if it
/// takes one. On the way to the screen, and out of the editor, the stand-ins become characters again.
package struct CellTable {
  /// A code point that stands for one character.
  package typealias Cell = Unicode.Scalar

  /// Stand-ins of two columns.
  private static let wide: ClosedRange<UInt32> = 0xF0000...0xF7FFF
  /// Stand-ins of one column.
  private static let narrow: ClosedRange<UInt32> = 0xF8000...0xFFFFD

  private var cells: [[Unicode.Scalar]: Cell] = [:]
  private var characters: [Cell: Character] = [:]
  private var nextWide = Self.wide.lowerBound
  private var nextNarrow = Self.narrow.lowerBound

  /// Creates a table without stand-ins.
  package init() {}
}

extension CellTable {
  /// Returns the cells of a text, one for each of its characters.
  package mutating func cells(of text: String) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(text.utf8.count)
    for character in text {
      if let byte = character.asciiValue, character != "\r\n" {
        cells.append(Unicode.Scalar(byte))
      } else {
        cells += self.cells(of: character)
      }
    }
    return cells
  }

  /// Returns the text that cells stand for.
  package func text(of cells: some Sequence<Cell>) -> String {
    var text = ""
    for cell in cells {
      if let character = characters[cell] {
        text.append(character)
      } else {
        text.unicodeScalars.append(cell)
      }
    }
    return text
  }

  /// Returns the cell of the character that a scalar makes of the one before it, where they are one.
  package mutating func joined(_ previous: Cell, _ scalar: Unicode.Scalar) -> Cell? {
    guard !scalar.isASCII, previous != "\n" else { return nil }
    var text = text(of: [previous])
    text.unicodeScalars.append(scalar)
    guard text.count == 1, let character = text.first else { return nil }
    return standIn(for: character)
  }

  /// Returns what a cell looks like on the screen.
  package func drawing(of cell: Cell) -> String? {
    guard let character = characters[cell] else { return nil }
    // A mark without a letter is drawn on a circle, so that it takes the column it was given.
    return DisplayWidth.columns(of: character) == 0 ? "\u{25CC}\(character)" : String(character)
  }

  /// Returns the columns that a cell takes behind so many others of its line.
  package static func columns(of cell: Cell, at column: Int = 0) -> Int {
    if cell == "\t" { return 8 - column % 8 }
    if cell.value < 0x20 || cell.value == 0x7F { return 2 }
    if isStandIn(cell) { return wide.contains(cell.value) ? 2 : 1 }
    return DisplayWidth.columns(of: Character(cell))
  }

  /// Tells whether a scalar can be a stand-in.
  private static func isStandIn(_ scalar: Unicode.Scalar) -> Bool {
    wide.contains(scalar.value) || narrow.contains(scalar.value)
  }

  private mutating func cells(of character: Character) -> [Cell] {
    let scalars = character.unicodeScalars
    if character == "\r\n" { return ["\n"] }
    if scalars.count == 1, let scalar = scalars.first, !Self.isStandIn(scalar),
      DisplayWidth.columns(of: character) > 0
    {
      return [scalar]
    }
    return standIn(for: character).map { [$0] } ?? Array(scalars)
  }

  /// Returns the stand-in for a character, unless there are no more of them.
  private mutating func standIn(for character: Character) -> Cell? {
    let scalars = Array(character.unicodeScalars)
    if let cell = cells[scalars] { return cell }
    let isWide = DisplayWidth.columns(of: character) == 2
    let value = isWide ? nextWide : nextNarrow
    guard (isWide ? Self.wide : Self.narrow).contains(value), let cell = Unicode.Scalar(value)
    else { return nil }
    if isWide { nextWide += 1 } else { nextNarrow += 1 }
    cells[scalars] = cell
    characters[cell] = character
    return cell
  }
}
