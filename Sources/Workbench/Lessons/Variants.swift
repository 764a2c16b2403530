import RetryLanguage
import VirtualTime

/// The values of a lesson that differ from student to student, as in `let pause = variant(2s, 3s, 5s)`.
///
/// The drawn value stands in the text instead of the name, also where narration has `\(pause)`. So the solution of one
/// student does not solve the exercise of another, not even if it is written with the name. Values go together: who has
/// the second one of one name has the second of each.
package struct Variants {
  private struct Choice {
    let name: String
    /// The values as written.
    let values: [String]
    let range: Range<Int>
  }

  /// The name of the function that gives the values.
  static let function = "variant"

  /// The most bytes of a value.
  private static let longest = 200

  private let source: SourceText
  private let tokens: [Token]
  private let choices: [Choice]

  /// Finds the values in a text; fails if there are none.
  init?(in text: String) {
    // Nearly all texts have none, and need not be read for that.
    guard Self.mayBe(in: text) else { return nil }
    source = SourceText(text)
    let reading = Parser.read(source)
    tokens = Lexer.tokens(of: source).tokens
    // A name that a closure or a loop has for something of its own cannot have a value in its place.
    let looped = zip(tokens, tokens.dropFirst()).compactMap { $1.name == "in" ? $0.name : nil }
    let locals = reading.statements.reduce(into: Set(looped)) { names, statement in
      for expression in statement.expressions { names.formUnion(expression.localNames) }
    }
    choices = zip(reading.statements, reading.ranges).compactMap { [source] statement, range in
      guard case .binding(let name, .call(.name(Self.function, _), let arguments, _)) = statement,
        !arguments.isEmpty, !locals.contains(name.text)
      else { return nil }
      let values = arguments.map(\.value).map {
        $0.isLiteral ? source[$0.range] : "(\(source[$0.range]))"
      }
      // What stands in many places must be short.
      guard values.allSatisfy({ $0.utf8.count <= Self.longest }) else { return nil }
      return Choice(name: name.text, values: values, range: range)
    }
    if choices.isEmpty { return nil }
  }

  /// Whether a text has the letters of the function, whose first one it has only once.
  private static func mayBe(in text: String) -> Bool {
    let letters = Array("\(function)(".utf8)
    var met = 0
    for byte in text.utf8 {
      met = byte == letters[met] ? met + 1 : byte == letters[0] ? 1 : 0
      if met == letters.count { return true }
    }
    return false
  }

  /// The number of different texts.
  var count: Int { choices.map(\.values.count).max() ?? 1 }

  /// The text of a student, whose values a seed draws.
  func text(seed: UInt64) -> String { text(index(seed: seed)) }

  /// The number of the text that a seed draws.
  func index(seed: UInt64) -> Int {
    Int(DrawKey(seed: seed, name: Self.function).bits % UInt64(count))
  }

  /// The text as a lesson shows it to everybody, which has the first values.
  package static func first(of text: String) -> String { Variants(in: text)?.text(0) ?? text }

  /// The text with a value of each in the place of its name, on the same lines: the first ones for 0, and so on.
  func text(_ number: Int) -> String {
    let values = Dictionary(
      choices.map { ($0.name, $0.values[number % $0.values.count]) }, uniquingKeysWith: { $1 })
    var (text, end) = ("", 0)
    // A name means something else before it is defined, except in narration.
    var defined: Set<String> = []
    for (index, token) in tokens.enumerated() where token.range.lowerBound >= end {
      text += source[end..<token.range.lowerBound]
      end = token.range.upperBound
      if let choice = choices.first(where: { $0.range.lowerBound == token.range.lowerBound }) {
        end = choice.range.upperBound
        defined.insert(choice.name)
      } else if let name = token.name, tokens.isBound(at: index) {
        defined.remove(name)
        text += name
      } else if let value = token.name.flatMap({ defined.contains($0) ? values[$0] : nil }),
        tokens.isPlainName(at: index)
      {
        text += value
      } else {
        text += source[token.range]
      }
    }
    return values.reduce(text) { text, value in
      text.split(separator: "\\(\(value.key))", omittingEmptySubsequences: false)
        .joined(separator: value.value.inProse)
    }
  }
}

extension [Token] {
  /// Whether the name at an index is defined there.
  fileprivate func isBound(at index: Int) -> Bool {
    index > 0 && (self[index - 1].name == "let" || self[index - 1].name == "func")
  }

  /// Whether the name at an index is neither a member nor a label.
  fileprivate func isPlainName(at index: Int) -> Bool {
    let isMember = index > 0 && self[index - 1].isMark(".")
    let isLabel =
      index + 1 < count && self[index + 1].isMark(":") && !self[index + 1].isSpaced
    return !isMember && !isLabel
  }
}

extension String {
  /// A value as sentences have it: `2 s` for `2s`, `"db"` without quotes.
  fileprivate var inProse: String {
    if hasPrefix("\"") { return String(dropFirst().dropLast()) }
    let digits = prefix { $0.isNumber || $0 == "." || $0 == "_" }
    let unit = dropFirst(digits.count)
    return digits.isEmpty || unit.first?.isLetter != true ? self : "\(digits) \(unit)"
  }
}
