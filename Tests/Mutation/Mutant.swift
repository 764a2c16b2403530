/// A small change to one place of a source.
struct Mutant: Codable, Sendable {
  /// The kinds of mutations.
  enum Kind: String, Codable, CaseIterable, Sendable {
    case comparison, condition, connective, arithmetic, constant, bound, statement, result
    case opposite, exchange
  }

  /// The number that selects the mutant in the tests.
  var number = 0

  /// The layer that it belongs to.
  let layer: String

  /// The path of the source in the package.
  let file: String

  /// The line that the place begins on.
  let line: Int

  /// The kind of mutation.
  let kind: Kind

  /// The bytes of the place.
  let range: Range<Int>

  /// The replacement text; `nil` if a statement is removed.
  let code: String

  /// The lines of the place, on one line.
  let before: String

  /// The same lines after the change.
  let after: String

  /// The name that stays the same when other mutants come and go.
  var key: String { "\(file)\n\(before)\n\(after)" }
}

/// A source of a layer.
struct Source: Sendable {
  /// The layer that it belongs to.
  let layer: String

  /// Its path in the package.
  let path: String

  /// Its text.
  let bytes: [UInt8]

  /// Returns the text of some bytes.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Creates the mutant that has another text at a place.
  func mutant(_ kind: Mutant.Kind, _ range: Range<Int>, code: String, shown: String) -> Mutant {
    let newline = UInt8(ascii: "\n")
    let start = bytes[..<range.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = bytes[range.upperBound...].firstIndex(of: newline) ?? bytes.count
    let head = text(start..<range.lowerBound)
    let tail = text(range.upperBound..<end)
    let line = bytes[..<range.lowerBound].count { $0 == newline } + 1
    return Mutant(
      layer: layer, file: path, line: line, kind: kind, range: range, code: code,
      before: (head + text(range) + tail).onOneLine, after: (head + shown + tail).onOneLine)
  }
}

extension String {
  /// The words of the text, one space apart.
  fileprivate var onOneLine: String {
    split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
