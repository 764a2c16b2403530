import Report
import RetryLanguage
import RetryNumerics

/// A text with its positions as an editor counts them: lines, and units of UTF-16 in a line.
struct OpenText: Sendable {
  let whole: String
  /// What is read of it: the beginning alone, if it is too long for a text of the language.
  let source: SourceText
  /// Where each line begins, and the end.
  private let starts: [Int]

  init(_ text: String) {
    (whole, source) = (text, SourceText(text))
    let characters = source.characters
    // An editor knows fewer ends of lines than the language.
    starts =
      source.lineStarts.filter { $0 == 0 || ["\n", "\r\n", "\r"].contains(characters[$0 - 1]) }
      + [characters.count + 1]
  }

  /// Returns the position of a character.
  func position(of place: Int) -> JSONValue {
    let place = min(max(place, 0), source.characters.count)
    let line = line(of: place)
    let units = source.characters[starts[line]..<place].reduce(0) { $0 + $1.utf16.count }
    return ["line": .int(Int64(line)), "character": .int(Int64(units))]
  }

  func line(of place: Int) -> Int { max(starts.partition { $0 > place } - 1, 0) }

  func range(of places: Range<Int>) -> JSONValue {
    ["start": position(of: places.lowerBound), "end": position(of: places.upperBound)]
  }

  func place(_ position: RemoteValue) -> Int {
    place(line: position["line"].integer ?? 0, character: position["character"].integer ?? 0)
  }

  /// Returns the place of a position; the end of the line or of the text, if there is no such position.
  func place(line: Int, character: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < starts.count - 1 else { return source.characters.count }
    var (place, units) = (starts[line], 0)
    let end = max(starts[line + 1] - 1, place)
    while place < end, units < character {
      units += source.characters[place].utf16.count
      place += 1
    }
    return place
  }
}

extension OpenText {
  /// Returns the parts of the text of one kind, in each line for itself, with their columns in units of UTF-16.
  func parts<Kind: Equatable>(
    of kinds: [Kind?]
  ) -> [(kind: Kind, line: Int, column: Int, count: Int)] {
    var parts: [(kind: Kind, line: Int, column: Int, count: Int)] = []
    var (line, column, isNext) = (0, 0, false)
    for (place, character) in source.characters.enumerated() {
      if place == starts[line + 1] { (line, column, isNext) = (line + 1, 0, false) }
      let units = character.utf16.count
      if let kind = kinds[place], !character.isNewline {
        if isNext, parts.last?.kind == kind {
          parts[parts.count - 1].count += units
        } else {
          parts.append((kind, line, column, units))
        }
        isNext = true
      } else {
        isNext = false
      }
      column += units
    }
    return parts
  }
}
