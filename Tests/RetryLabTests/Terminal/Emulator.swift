import Foundation
import TextLayout

/// A terminal emulator: applies the output of a program, and shows the resulting screen.
///
/// It knows the sequences that `xterm` is described with as far as libedit uses them, and draws a
/// character of several scalars in the cells of one, as modern terminals do.
struct Emulator {
  /// What stands in a column: a character, or the second half of the one before it.
  enum Cell: Equatable {
    case character(Character, ink: String = "")
    case half

    /// The same in black and white.
    var character: Character? {
      if case .character(let character, _) = self { character } else { nil }
    }
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var lines: [[Cell]]
  private(set) var row = 0
  private(set) var column = 0
  /// The lines that went out at the top.
  private(set) var gone: [String] = []
  /// The numbers of the lines that went on in the next one, since they were wider than the terminal.
  private(set) var folded: Set<Int> = []
  /// The modes that differ from those of a new terminal, such as the marks around pasted text.
  private(set) var modes: Set<Int> = []
  /// The sequences that were not understood.
  private(set) var unknown: [String] = []
  /// The colours that were asked for.
  private(set) var colours: Set<String> = []
  /// The parameters of the colour in which is drawn at present.
  private var ink = ""
  private(set) var bells = 0
  /// Whether the last column is filled and the next character goes to a new line.
  private var isWrapping = false
  private var escape: String?

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    lines = Array(repeating: Self.blank(columns), count: rows)
  }

  private static func blank(_ columns: Int) -> [Cell] {
    Array(repeating: .character(" "), count: columns)
  }

  /// The visible text, without trailing spaces and without empty lines at the end.
  var text: String {
    var texts = lines.map(Self.text)
    while texts.last == "" { texts.removeLast() }
    return texts.joined(separator: "\n")
  }

  /// The number of lines above the cursor, those that went out at the top included.
  var line: Int { gone.count + row }

  /// All that was ever seen and not erased.
  var history: String { (gone + [text]).joined(separator: "\n") }

  private static func text(_ line: [Cell]) -> String {
    let end = line.lastIndex { $0 != .half && $0.character != " " } ?? -1
    return String(line[..<(end + 1)].compactMap(\.character))
  }

  /// The character before the cursor.
  var beforeCursor: Character? {
    let index = isWrapping ? column : column - 1
    guard index >= 0 else { return nil }
    return lines[row][index].character ?? (index > 0 ? lines[row][index - 1].character : nil)
  }

  /// Returns the colours of a text at its last occurrence in one row of the screen.
  func inks(of text: String) -> Set<String> {
    for line in lines.reversed() {
      let drawn = line.filter { $0 != .half }
      let characters = drawn.compactMap(\.character)
      guard let range = String(characters).range(of: text) else { continue }
      let start = String(characters).distance(
        from: String(characters).startIndex, to: range.lowerBound)
      return Set(
        drawn[start..<start + text.count].map { cell in
          if case .character(_, let ink) = cell { ink } else { "" }
        })
    }
    return []
  }

  /// Changes the size; lines are cut or lengthened, not broken anew.
  mutating func resize(columns: Int, rows: Int) {
    lines = lines.map { Array(($0 + Self.blank(max(0, columns - $0.count))).prefix(columns)) }
    while lines.count > rows {
      if row < lines.count - 1, lines.last == Self.blank(columns) {
        lines.removeLast()
      } else {
        gone.append(Self.text(lines.removeFirst()))
        row -= 1
      }
    }
    while lines.count < rows { lines.append(Self.blank(columns)) }
    (self.columns, self.rows) = (columns, rows)
    (row, column, isWrapping) = (max(0, row), min(column, columns - 1), false)
  }
}

// MARK: - Input

extension Emulator {
  /// Applies what a program wrote.
  mutating func feed(_ text: String) {
    for scalar in text.unicodeScalars { feed(scalar) }
  }

  private mutating func feed(_ scalar: Unicode.Scalar) {
    if let started = escape {
      escape = nil
      take(scalar, after: started)
      return
    }
    switch scalar {
    case "\u{1B}": escape = ""
    case "\r": (column, isWrapping) = (0, false)
    case "\n": lineFeed()
    case "\u{8}": (column, isWrapping) = (max(0, column - 1), false)
    case "\t": column = min(columns - 1, (column / 8 + 1) * 8)
    case "\u{7}": bells += 1
    case _ where scalar.value < 0x20 || scalar.value == 0x7F: unknown.append("\(scalar.value)")
    default: draw(scalar)
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, after started: String) {
    let sequence = started + String(scalar)
    switch started.first {
    case nil where "[]()".unicodeScalars.contains(scalar): escape = sequence
    case nil: short(scalar)
    case "[":
      (0x40...0x7E).contains(scalar.value)
        ? control(started.dropFirst(), scalar) : (escape = sequence)
    case "]": if scalar != "\u{7}" { escape = sequence }
    default: break
    }
  }

  private mutating func short(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "M": row = max(0, row - 1)
    case "=", ">", "7", "8", "\\": break
    default: unknown.append("ESC \(scalar)")
    }
  }
}

// MARK: - Control sequences

extension Emulator {
  private mutating func control(_ parameters: Substring, _ final: Unicode.Scalar) {
    if final == "m" {
      ink = parameters == "0" ? "" : String(parameters)
      if !ink.isEmpty { colours.insert(ink) }
      return
    }
    if parameters.hasPrefix("?"), let mode = Int(parameters.dropFirst()) {
      // The cursor is shown unless it is hidden.
      if (final == "h") != (mode == 25) { modes.insert(mode) } else { modes.remove(mode) }
      return
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    isWrapping = false
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "H":
      row = min(rows, count) - 1
      column = min(columns, max(1, numbers.dropFirst().first ?? 1)) - 1
    case "J", "K": erase(final, numbers.first ?? 0)
    case "@", "P", "X": shift(final, count)
    case "h", "l", "r": break
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  private mutating func erase(_ final: Unicode.Scalar, _ which: Int) {
    let line = which == 0 ? column..<columns : which == 1 ? 0..<column + 1 : 0..<columns
    for index in line { lines[row][index] = .character(" ") }
    guard final == "J" else { return }
    for other in lines.indices where which == 2 || (which == 0 ? other > row : other < row) {
      lines[other] = Self.blank(columns)
    }
  }

  private mutating func shift(_ final: Unicode.Scalar, _ count: Int) {
    let count = min(count, columns - column)
    let blank = Self.blank(count)
    switch final {
    case "@":
      lines[row].insert(contentsOf: blank, at: column)
      lines[row].removeLast(count)
    case "P":
      lines[row].removeSubrange(column..<column + count)
      lines[row] += blank
    default: lines[row].replaceSubrange(column..<column + count, with: blank)
    }
  }
}

// MARK: - Drawing

extension Emulator {
  private mutating func lineFeed() {
    isWrapping = false
    if row < rows - 1 {
      row += 1
    } else {
      gone.append(Self.text(lines.removeFirst()))
      lines.append(Self.blank(columns))
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    if let joined = beforeCursor.map({ String($0) + String(scalar) }), joined.count == 1,
      !scalar.isASCII, let character = joined.first
    {
      return replaceLast(with: character)
    }
    let character = Character(scalar)
    let width = Self.width(character)
    if isWrapping || column + width > columns {
      folded.insert(line)
      column = 0
      lineFeed()
    }
    put(character, width)
  }

  private mutating func put(_ character: Character, _ width: Int) {
    if column > 0, lines[row][column] == .half { lines[row][column - 1] = .character(" ") }
    lines[row][column] = .character(character, ink: ink)
    if width == 2 { lines[row][column + 1] = .half }
    let next = column + width
    if next < columns, lines[row][next] == .half { lines[row][next] = .character(" ") }
    column = min(next, columns - 1)
    isWrapping = next >= columns
  }

  /// Draws a character that became another one by the scalar that followed it.
  private mutating func replaceLast(with character: Character) {
    var start = isWrapping ? column : column - 1
    if lines[row][start] == .half { start -= 1 }
    column = start
    isWrapping = false
    let width = Self.width(character)
    if column + width > columns {
      lines[row][column] = .character(" ")
      column = 0
      lineFeed()
    }
    put(character, width)
  }

  private static func width(_ character: Character) -> Int {
    max(1, DisplayWidth.columns(of: character))
  }
}

extension Emulator {
  /// Returns whether words are on the screen, wherever lines are broken.
  func shows(_ words: String) -> Bool {
    text.filter { !$0.isWhitespace }.contains(words.filter { !$0.isWhitespace })
  }
}
