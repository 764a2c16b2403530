package import Report
import RetryLanguage
import RetryNumerics
import Workbench

/// The colours of the language for editors that read grammars of TextMate, made from the tables of names.
///
/// Its patterns find line by line what the prompt finds in a whole text.
package struct Grammar {
  private let commands: [CommandShape]

  package init() { commands = Session(commands: .standard) { _ in }.shapes }

  package var json: JSONValue {
    [
      "name": "Retry", "scopeName": "source.retry", "fileTypes": ["retry"],
      "uuid": "5f0c4d0e-1c1f-4b52-9d6b-8f2d3c6f7a10",
      "patterns": [Self.include("comments"), Self.include("statements"), Self.include("values")],
      "repository": [
        "comments": ["patterns": .list(Self.comments)],
        "statements": ["patterns": .list(commands.map(statement) + [Self.binding])],
        "values": ["patterns": .list(Self.values)],
      ],
    ]
  }

  // MARK: - Parts

  private static func include(_ name: String) -> JSONValue { ["include": .string("#\(name)")] }

  private static func match(_ pattern: String, _ scope: String) -> JSONValue {
    ["match": .string(pattern), "name": .string("\(scope).retry")]
  }

  private static func region(
    _ begin: String, _ end: String, scope: String? = nil, _ inner: [JSONValue]
  ) -> JSONValue {
    let region: JSONValue = [
      "begin": .string(begin), "end": .string(end), "patterns": .list(inner),
    ]
    return scope.map { region.adding("name", .string("\($0).retry")) } ?? region
  }

  private static let comments = [
    match("///.*$", "comment.line.documentation"), match("//.*$", "comment.line.double-slash"),
    region("/\\*", "\\*/", scope: "comment.block", []),
  ]

  /// Where a statement begins: commands and definitions are nowhere else.
  private static let start = "(?:^|(?<=;))\\s*"
  private static let wordEnd = "(?![\\p{L}\\p{N}_$])"

  /// What does not follow a command; a value may have the name of one.
  private static let noValue = "(?!\\.(?!\\.)|\\(|\\s*[=?](?!=))"

  private static let binding: JSONValue = [
    "match": .string("\(start)(let)\(wordEnd)"),
    "captures": ["1": ["name": "keyword.other.retry"]],
  ]

  /// A command with its options, up to the end of its line.
  private func statement(_ command: CommandShape) -> JSONValue {
    let options = command.keys.joined(separator: "|")
    var inner = [Self.include("comments")]
    if command.takesWords {
      // A semicolon in it ends nothing.
      inner.append(Self.region("\"", "\"|$", []))
    } else {
      if !options.isEmpty {
        inner.append(
          Self.match("(?<![\\p{L}\\p{N}_$.])(?:\(options))\(Self.wordEnd)", "keyword.other"))
      }
      inner.append(Self.include("values"))
    }
    let region = Self.region(
      "\(Self.start)(\(command.name))\(Self.wordEnd)\(Self.noValue)", "$|(?=;)", inner)
    return region.adding("beginCaptures", ["1": ["name": "keyword.control.retry"]])
  }

  private static let values = [
    region(
      "\"", "\"|$", scope: "string.quoted.double", [match("\\\\.", "constant.character.escape")]),
    match(number, "constant.numeric"),
    // A point in a line of its own goes on with a value.
    ["match": "^\\s*\\.[\\p{L}_$][\\p{L}\\p{N}_$]*"],
    match("(?<![\\p{L}\\p{N}_$)\\]}\"`.])\\.[\\p{L}_$][\\p{L}\\p{N}_$]*", "constant.language"),
    region("\\(", "\\)", inside), region("\\{", "\\}", inside),
    // In a list it is an error of its own.
    region(
      "\\[", "\\]",
      [
        match("^\\s*\\.[\\p{L}_$][\\p{L}\\p{N}_$]*", "constant.language"), include("comments"),
        include("values"),
      ]),
  ]

  private static let inside = [include("comments"), include("values")]

  /// A number with its unit, as the lexer reads it.
  private static let number: String = {
    let unit = "(?:\(Nanoseconds.units.map(\.name).joined(separator: "|")))"
    let end = "(?![\\p{L}\\p{N}])"
    let digits = "\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:[eE][+-]?\\d[\\d_]*)?"
    let units = [
      "%(?![\\p{L}\\p{N}_$(])", "/\(unit)\(end)", "(?:rps|qps|rpm)\(end)",
      "\(unit)(?:\\d+(?:\\.\\d+)?\(unit))*\(end)",
    ]
    return
      "(?<![\\p{L}\\p{N}_$])\(digits)(?:[kM](?![\\p{L}\\p{N}_]))?(?:\(units.joined(separator: "|")))?"
  }()
}
