import CYaml

/// Why libyaml stopped, which it says in words for its developers.
struct YAMLProblem {
  static let memory: DocumentError = DocumentError(
    Place(line: 1, column: 1), "there is not enough memory")

  /// What libyaml says.
  private let problem: String
  private let context: String
  /// How many scalars there are before the problem.
  private let index: Int
  /// How many there are before the part of the text that it was reading.
  private let start: Int
  /// The scalar at the problem, or `nil` if only white space follows.
  private let scalar: Unicode.Scalar?
  /// Whether only white space is before it on its line.
  private let startsLine: Bool

  init(_ parser: yaml_parser_t, _ text: String) {
    problem = parser.problem.map { String(cString: $0) } ?? Self.memory.message
    context = parser.context.map { String(cString: $0) } ?? ""
    (index, start) = (parser.problem_mark.index, parser.context_mark.index)
    let rest = text.unicodeScalars.dropFirst(index)
    scalar = rest.contains { !$0.properties.isWhitespace } ? rest.first : nil
    startsLine = text.unicodeScalars.prefix(index).last { $0 != " " } == "\n"
  }

  /// Returns the problem in words for who wrote the text.
  func error(_ ruler: inout Ruler) -> DocumentError {
    let (beginning, place) = (ruler.place(of: start), ruler.place(of: index))
    if context == "while scanning a simple key" {
      return DocumentError(beginning, "expected ':' after this key, \(Self.nearness)")
    }
    if scalar == ":", startsLine || place.column > Self.longestKey {
      return DocumentError(place, "':' must follow its key, \(Self.nearness)")
    }
    guard let part = Self.parts.first(where: { context.hasSuffix($0.context) })?.name else {
      return DocumentError(place, phrase)
    }
    let whole = "the \(part) that begins on \(beginning)"
    return DocumentError(
      place, scalar == nil ? "\(whole) is not closed" : "\(phrase), in \(whole)")
  }

  private var phrase: String {
    if let words = Self.words[problem] { return words }
    for beginning in ["did not find expected ", "could not find expected "]
    where problem.hasPrefix(beginning) {
      return "expected \(problem.dropFirst(beginning.count))"
        + (context.isEmpty ? "" : " \(context)")
    }
    guard problem == "found character that cannot start any token", let scalar else {
      return problem + (context.isEmpty ? "" : " \(context)")
    }
    return scalar == "\t" ? Self.tab : "a text that begins with '\(scalar)' must be in quotes"
  }

  /// The longest key that libyaml reads without a question mark before it.
  private static let longestKey = 1024
  private static let nearness = "on the same line and within \(longestKey) characters"
  private static let tab = "a tab cannot indent; use spaces"

  private static let parts: [(context: String, name: String)] = [
    ("quoted scalar", "quoted text"), ("block scalar", "block of text"), ("mapping", "map"),
    ("collection", "list"), ("sequence", "list"),
  ]

  private static let words = [
    "found a tab character that violates indentation": tab,
    "found a tab character where an indentation space is expected": tab,
    "mapping values are not allowed in this context":
      "':' is not allowed here; check the indentation, or put the text in quotes",
    "block sequence entries are not allowed in this context":
      "'-' is not allowed here; check the indentation, or put the text in quotes",
    "did not find expected <document start>":
      "expected the end of the text, or '---' and another document",
    "did not find expected node content": "expected a value",
    "did not find expected key": "expected a key",
    "did not find expected '-' indicator": "expected '-'",
    "did not find expected ',' or ']'": "expected ',' or ']'",
    "did not find expected ',' or '}'": "expected ',' or '}'",
    "did not find expected hexdecimal number": "expected hexadecimal digits",
    "found unknown escape character": "'\\' begins no escape here; write '\\\\' for itself",
    "found invalid Unicode character escape code":
      "the escape is no character, or half of one: \\ud800 to \\udfff stand in pairs",
    "found undefined tag handle": "the tag is not supported",
    "found incompatible YAML document": "only YAML 1.1 and 1.2 are supported",
  ]
}
