import RetryLanguage
import RetryNumerics

/// A text that was read ahead, with its statements, and what is known at some of them.
///
/// Another text that begins alike is only read from there.
struct ReadText {
  /// The beginning of a statement, and what is known there.
  struct Place {
    let start: Int
    let known: EntryMemory.Place
  }

  let statements: [Range<Int>]
  private let source: SourceText
  private var places: [Place] = []

  /// Splits a text into statements, of which another one may have the first ones as well.
  init(_ source: SourceText, like other: ReadText? = nil) {
    let alike = other?.source.commonPrefix(with: source) ?? 0
    let same = (other?.statements ?? []).prefix { $0.lowerBound < alike }
    let last = same.lastIndex { source.beginsStatement(at: $0.lowerBound) }
    let start = last.map { same[$0].lowerBound } ?? 0
    let rest = SourceText(source[start..<source.characters.count])
    let new = Lexer.tokens(of: rest).tokens.statements(in: rest)
    statements = same[..<(last ?? 0)] + new.map { $0.lowerBound + start..<$0.upperBound + start }
    self.source = source
  }

  /// Adds what is known at the beginning of a statement, behind the others.
  mutating func add(_ known: EntryMemory.Place, at start: Int) {
    guard source.beginsStatement(at: start) else { return }
    places.append(Place(start: start, known: known))
  }

  /// The last place before the cursor up to which another text is alike.
  func lastPlace(in other: SourceText, before cursor: Int) -> Place? {
    let end = min(cursor, source.commonPrefix(with: other))
    let behind = places.partition { $0.start >= end }
    return behind > 0 ? places[behind - 1] : nil
  }
}

extension SourceText {
  /// Whether a letter shows by itself that the statement before it does not go on.
  fileprivate func beginsStatement(at start: Int) -> Bool {
    start < characters.count && characters[start].isLetter
  }
}
