import RetryLanguage

/// What a person means who writes as in another language, tool or library.
///
/// It is asked after a text could not be understood, so it never hides a meaning that the text has.
struct ForeignSyntaxHint {
  /// The text to run instead of a text of one line, such as `exit` for `quit()`; `nil` if none is meant.
  static func meaning(of text: String, isStepping: Bool = false) -> String? {
    let line = text.trimmingSpaces
    guard !line.contains(where: \.isNewline) else { return withoutPrompts(line) }
    var rest = line[...]
    while let prompt = prompts.first(where: rest.hasPrefix) { rest = rest.dropFirst(prompt.count) }
    if rest.count < line.count { return String(rest) }
    let words = line.split(separator: " ", maxSplits: 1)
    if isStepping, let first = words.first, let command = letters[String(first)] {
      return ([command[...]] + words.dropFirst()).joined(separator: " ")
    }
    return sameCommands[line.lowercased()] ?? sameCall(line)
  }

  /// Returns a command that is written as a function, as a question or with another first word.
  private static func sameCall(_ line: String) -> String? {
    for (other, command) in sameBeginnings where line.lowercased().hasPrefix(other) {
      return command + line.dropFirst(other.count)
    }
    if line.last == "?", line.dropLast().allSatisfy({ $0.isLetter || $0.isNumber }) {
      return "help \(line.drop { $0 == "?" }.dropLast())"
    }
    let parts = line.dropLast().split(separator: "(", maxSplits: 1).map(String.init)
    guard line.last == ")", parts.count == 2, functions.contains(parts[0]) else { return nil }
    return "\(parts[0]) \(parts[1])"
  }

  /// Letters that mean commands while a call is in the stepper, as in debuggers.
  static let letters = ["n": "next", "b": "back", "c": "continue", "q": "leave"]

  /// Returns a pasted entry of several lines without its prompts; `nil` if not every line has one.
  private static func withoutPrompts(_ text: String) -> String? {
    guard prompts.contains(where: text.hasPrefix) else { return nil }
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let prompt = (prompts + continuations).first(where: line.hasPrefix) {
        lines.append(line.dropFirst(prompt.count))
      } else if continuations.contains("\(line) ") {
        lines.append("")
      } else {
        return nil
      }
    }
    return lines.joined(separator: "\n")
  }
  /// The command that a text means although it is an error value by the letter.
  static func dotCommand(_ text: String) -> String? {
    [".help": "help", ".exit": "exit", ".quit": "exit"][text.trimmingSpaces]
  }

  /// Returns the mistakes of a text; those of a line that is meant otherwise become one.
  static func explained(
    _ mistakes: [Diagnostic], in source: SourceText, _ commands: [Command],
    _ definitions: Definitions
  ) -> [Diagnostic] {
    var explained: [Int: Bool] = [:]
    return mistakes.compactMap { mistake in
      let line = source.place(of: mistake.range.lowerBound).line
      if let isExplained = explained[line] { return isExplained ? nil : mistake }
      // Only the first mistakes are shown, and each guess looks back over the text.
      guard explained.count < mostGuesses else { return mistake }
      let guess = Self(mistake, in: source, commands, definitions)
      let better = guess.diagnostic
      let replaces = better.map { guess.replaces(mistake, $0) } ?? false
      // A guess that has its say covers what else is wrong with the line.
      explained[line] = better != nil && (replaces || mistake.fixIt == nil)
      return replaces ? better : mistake.suggesting(better?.fixIt)
    }
  }

  /// Whether a guess may take the place of the mistake, rather than be a suggestion for it.
  ///
  /// Where the parser gave up it knows no better, and a name that leads to an idiom is a part of it. Any other mistake
  /// that the checker found is one whatever the rest of the line looks like.
  private func replaces(_ mistake: Diagnostic, _ guess: Diagnostic) -> Bool {
    if mistake.code.isSyntactic || guess.range.overlaps(mistake.range) { return true }
    let between = mistake.range.upperBound..<max(guess.range.lowerBound, mistake.range.upperBound)
    return !between.isEmpty && !source[between].contains { $0 == "," || $0.isWhitespace }
  }

  let mistake: Diagnostic
  let source: SourceText
  let commands: [Command]
  let definitions: Definitions
  /// The line of the mistake, without spaces around it, and where it begins.
  let (line, start): (String, Int)

  private init(
    _ mistake: Diagnostic, in source: SourceText, _ commands: [Command],
    _ definitions: Definitions
  ) {
    (self.mistake, self.source, self.commands) = (mistake, source, commands)
    self.definitions = definitions
    let place = source.place(of: mistake.range.lowerBound)
    let whole = source.line(place.line)
    line = whole.trimmingSpaces
    start = mistake.range.lowerBound - (place.column - 1) + whole.prefix { $0 == " " }.count
  }

  /// The first word of the line: a name, or a sign.
  private var firstWord: String {
    let name = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return String(name.isEmpty ? line.prefix(1) : name)
  }

  /// Whether a word at the start of a line has a meaning.
  private func isKnown(_ word: String) -> Bool {
    definitions[word] != nil || !Catalogue.functions(named: word).isEmpty
      || commands.contains { $0.name == word }
  }

  /// Whether the line continues a bracket, where the parser knows better.
  private var isInBrackets: Bool {
    source.characters[..<start].reduce(0) { depth, character in
      depth + ("([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0)
    } > 0
  }

  private var diagnostic: Diagnostic? {
    foreign ?? form ?? keyword ?? option ?? unit ?? label ?? operatorAlone
  }

  func diagnostic(_ message: String, at range: Range<Int>, _ fixIt: String) -> Diagnostic {
    Diagnostic(mistake.code, message, at: range, fixIt: .advice(fixIt))
  }

  /// The idiom of a library.
  private var foreign: Diagnostic? {
    // A preset has the words of its library.
    guard line.firstIndex(of: "preset(") == nil else { return nil }
    for (idioms, message, fixIt) in Self.idioms {
      let found = idioms.compactMap { idiom in
        line.firstIndex(of: idiom).map { start + $0..<start + $0 + idiom.count }
      }
      let first = found.min { $0.lowerBound < $1.lowerBound }
      if let first { return diagnostic(message, at: first, fixIt) }
    }
    return nil
  }

  /// A word at the start of the line that is a keyword elsewhere.
  private var keyword: Diagnostic? {
    let word = firstWord
    let range = start..<start + word.count
    // What follows the word cannot be read either; a mistake further on has another reason.
    let end = max(range.upperBound, mistake.range.lowerBound)
    guard let row = Self.keywords.first(where: { $0.words.contains(word.lowercased()) }),
      mistake.code != .impossibleValue, !isKnown(word), !isInBrackets,
      source[range.upperBound..<end].allSatisfy(\.isWhitespace)
    else { return nil }
    return diagnostic(row.message, at: range, row.fixIt)
  }

  /// A number behind a command whose option it is, or an option without its command.
  private var option: Diagnostic? {
    guard mistake.code == .unexpectedToken else { return nil }
    let found = source[mistake.range]
    if let command = commands.first(where: { $0.name == firstWord }) {
      // What a loop runs over follows its name, which the parser tells.
      guard Int(found) != nil, command.shape.subject != .loop,
        let key = command.options.first(where: { [.times, .calls, .runs].contains($0) })?.key
      else { return nil }
      return Diagnostic(
        mistake.code, "the number needs its option", at: mistake.range,
        fixIt: .replacement("\(key) \(found)"))
    }
    guard !line.hasPrefix("let "),
      let command = commands.first(where: { $0.options.contains { $0.key == found } })
    else { return nil }
    return diagnostic(
      "'\(found)' belongs to a command", at: mistake.range, "write '\(command.name) \(line)'")
  }

  /// A unit that stands apart from its number.
  private var unit: Diagnostic? {
    let (found, offset) = (source[mistake.range], mistake.range.lowerBound - start)
    let before = line.prefix(max(0, offset))
    guard [.unexpectedToken, .unclosedBracket].contains(mistake.code),
      ["ns", "us", "ms", "s", "m", "h"].contains(found),
      before.last == " ", let number = before.split(separator: " ").last,
      let first = number.split(whereSeparator: { !$0.isNumber && $0 != "." }).last,
      number.last?.isNumber == true
    else { return nil }
    return diagnostic(
      "a unit follows its number without a space", at: mistake.range, "write '\(first)\(found)'")
  }

  /// The label that a library uses for an argument that is called otherwise here.
  private var label: Diagnostic? {
    guard mistake.code == .unknownLabel, case .advice(let accepted) = mistake.fixIt,
      let row = Self.labels.first(where: { $0.others.contains(source[mistake.range]) }),
      accepted.contains(" \(row.label):")
    else { return nil }
    return Diagnostic(
      mistake.code, mistake.message, at: mistake.range, fixIt: .replacement(row.label))
  }

  /// The name of an operator without its operation.
  private var operatorAlone: Diagnostic? {
    let word = firstWord
    guard mistake.code == .unknownName, mistake.range.lowerBound == start,
      source[mistake.range] == word,
      let method = Catalogue.methods(named: word, of: .stream).first
    else { return nil }
    return diagnostic(
      "'\(word)' is an operator: write it after an operation", at: mistake.range,
      "example: \(method.example.split(separator: "\n").last ?? "")")
  }
}

extension Diagnostic {
  /// The same mistake, with a correction if it has none.
  fileprivate func suggesting(_ other: FixIt?) -> Diagnostic {
    Diagnostic(code, message, at: range, fixIt: fixIt ?? other)
  }
}

extension DiagnosticCode {
  /// Whether the parser gave up there.
  fileprivate var isSyntactic: Bool {
    switch self {
    case .unknownCharacter, .unclosedText, .unknownUnit, .unexpectedToken, .unclosedBracket,
      .unknownCommand:
      true
    default: false
    }
  }
}

extension String {
  /// The text without spaces at its ends.
  fileprivate var trimmingSpaces: String {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" || last.isNewline { rest.removeLast() }
    return String(rest)
  }

  /// Returns the number of characters before a text.
  fileprivate func firstIndex(of text: String) -> Int? {
    firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
  }
}
