import TextLayout

/// Maps every character to one code point, so that an editor of code points edits characters.
///
/// libedit moves and deletes by code point. A character of several code points, or without a width, is represented
/// by a private-use code point, from one range if it takes two columns and from another if it takes one. The
/// substitutes become characters again on the screen and in the result.
package struct CellTable {
  /// A code point that represents one character.
  package typealias Cell = Unicode.Scalar

  /// Substitutes of two columns.
  private static let wide: ClosedRange<UInt32> = 0xF0000...0xF7FFF
  /// Substitutes of one column.
  private static let narrow: ClosedRange<UInt32> = 0xF8000...0xFFFFD

  private var cells: [[Unicode.Scalar]: Cell] = [:]
  private var characters: [Cell: Character] = [:]
  private var nextWide = Self.wide.lowerBound
  private var nextNarrow = Self.narrow.lowerBound

  package init() {}
}

extension CellTable {
  /// Returns the cells of a text, one per character.
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

  /// Returns the cell of the character that a scalar forms with the previous cell, if it does.
  package mutating func joined(_ previous: Cell, _ scalar: Unicode.Scalar) -> Cell? {
    guard !scalar.isASCII, previous != "\n" else { return nil }
    var text = text(of: [previous])
    text.unicodeScalars.append(scalar)
    guard text.count == 1, let character = text.first else { return nil }
    return standIn(for: character)
  }

  package func drawing(of cell: Cell) -> String? {
    if cell.value < 0x20 || cell.value == 0x7F {
      return Unicode.Scalar(cell.value ^ 0x40).map { "^\($0)" }
    }
    guard let character = characters[cell] else { return nil }
    guard DisplayWidth.columns(of: character) == 0 else { return String(character) }
    // A combining mark without a base is drawn on a circle, so that it has its column.
    let isMark = character.unicodeScalars.allSatisfy { scalar in
      ![.control, .format].contains(scalar.properties.generalCategory)
    }
    return isMark ? "\u{25CC}\(character)" : "\u{FFFD}"
  }

  package static func columns(of cell: Cell, at column: Int = 0) -> Int {
    if cell == "\t" { return 8 - column % 8 }
    if cell.value < 0x20 || cell.value == 0x7F { return 2 }
    if isStandIn(cell) { return wide.contains(cell.value) ? 2 : 1 }
    return DisplayWidth.columns(of: Character(cell))
  }

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

  /// Returns the substitute of a character, unless none is left.
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
