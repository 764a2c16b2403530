import RetryLanguage

/// The context of a cursor, which determines the completions.
struct CompletionPlace {
  /// The kind of text that can follow.
  enum Kind {
    case statement
    /// A word after a command that takes words.
    case word(of: Command, before: [String])
    case member(of: Range<Int>)
    /// The kind of an error, after a leading point, behind an operation in this range if it is known.
    case kind(behind: Range<Int>?)
    /// An error, behind an operation in this range if it is known.
    case error(behind: Range<Int>?)
    /// An argument of a call, with or without its label.
    case argument(of: OpenCall)
    /// The value of an argument, whose label stands before it, or a part of such a value.
    case value(of: OpenCall, ValuePart)
    case condition(of: Command)
    /// An operand of a type; `nil` admits everything but words that are only arguments.
    case operand(Type?)
    /// An operand inside a list or a closure.
    case inner
    case type
    /// An option of a command, after a complete operand.
    case option(of: Command, given: Set<String>)
    /// The path of a file, inside a string.
    case path
    /// A text that chooses among functions, inside a string.
    case key(of: [Callable])
    /// Nothing, for example inside a string.
    case nothing
  }

  /// A part of the value of an argument.
  enum ValuePart {
    case whole
    /// An element of a list, or a key of a dictionary.
    case element
    /// What a key of a dictionary stands for.
    case entry
  }

  /// The word so far.
  let partial: String
  /// The range of the partial word.
  let range: Range<Int>
  /// The start of the statement with the cursor.
  let statement: Int
  let kind: Kind

  /// Analyses a text that ends at the cursor.
  init(_ source: SourceText, commands: [Command]) {
    let end = source.characters.count
    // One more letter shows the context: in a comment or a string it makes no name.
    let (tokens, _) = Lexer.tokens(of: SourceText(String(source.characters) + "z"))
    let before = Array(tokens.dropLast())
    let scan = Scan(tokens: before.dropLast(), commands: commands)
    statement = scan.statementOffset
    if let last = before.last, let name = last.name, last.range.upperBound == end + 1 {
      partial = String(name.dropLast())
      kind = scan.kind
    } else if let last = before.last, case .text(let text) = last.kind,
      scan.isPath || !scan.keyed.isEmpty,
      last.range.upperBound == end + 1, last.range.count == text.count + 1
    {
      // A string that is open has no closing quote.
      partial = String(text.dropLast())
      kind = scan.isPath ? .path : .key(of: scan.keyed)
    } else {
      (partial, kind) = ("", .nothing)
    }
    range = end - partial.count..<end
  }
}
