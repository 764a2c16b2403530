import PolicyFiles
package import RetryLanguage
import Simulation

/// Finds completions.
package struct Completer {
  private let session: Session
  /// What the statements of a text define: they are read once, however often one of them is completed.
  private var memory: EntryMemory
  /// The text that was read ahead.
  private var ahead = ReadText(SourceText(""))
  /// After how many statements what is known is kept; more in a long text, since each time takes room.
  private let distance: Int
  /// The number of times in a long text.
  private static let mostPlaces = 32

  /// Creates a completer for the names and commands of a session.
  package init(_ session: Session, distance: Int = 32) {
    (self.session, memory) = (session, EntryMemory(session, rereadsFiles: true))
    self.distance = distance
  }

  /// Reads a text ahead, so that completions in it, or in one much like it, need not; stopped, it learns nothing.
  package mutating func prepare(_ source: SourceText, until isStopped: () -> Bool = { false }) {
    guard source.byteCount <= EntryGuide.longest else { return }
    var (memory, ahead) = (memory, ReadText(source, like: ahead))
    let distance = max(distance, ahead.statements.count / Self.mostPlaces)
    memory.begin()
    for (index, part) in ahead.statements.enumerated() {
      guard !isStopped() else { return }
      // A file may say something else by then.
      if index.isMultiple(of: distance), !memory.now.isBehindFile {
        ahead.add(memory.now, at: part.lowerBound)
      }
      _ = memory.read(source[part])
    }
    (self.memory, self.ahead) = (memory, ahead)
  }

  /// Returns the completions at a position of a text.
  package func proposals(for text: SourceText, at cursor: Int) -> Proposals {
    let statement = statement(of: text, before: cursor)
    let (found, start) = (proposals(atEndOf: statement), statement.start)
    return Proposals(
      range: found.range.lowerBound + start..<found.range.upperBound + start, words: found.words)
  }

  private func proposals(atEndOf statement: BegunStatement) -> Proposals {
    let (source, earlier) = (statement.source, statement.earlier)
    let place = CompletionPlace(source, session, earlier.commands)
    if let text = textArgument(in: source, from: place.cursor.statement) { return text }
    let all = CompletionSearch(session, source, place, after: earlier).candidates.unique
    return Proposals(range: place.range, words: Self.matches(all, place.partial).inGroups)
  }

  /// Returns the forms of the call at a position of a text.
  package func signature(for text: SourceText, at cursor: Int) -> CallSignature {
    let statement = statement(of: text, before: cursor)
    let source = statement.source
    let cursor = Parser.cursor(atEndOf: source, commands: statement.earlier.commands)
    guard let call = cursor.call else {
      return CallSignature(forms: [], label: nil, place: 0)
    }
    let receiver = call.receiver.flatMap { CompletionSearch.type(of: source[$0], in: session) }
    let forms = cursor.forms.filter { form in
      receiver.map { form.receiver?.admits(receiver: $0) == true } ?? true
    }
    return CallSignature(
      forms: forms, label: call.labels[call.labels.count - 1],
      place: call.labels.count - 1)
  }

  private func statement(of text: SourceText, before cursor: Int) -> BegunStatement {
    let place = ahead.lastPlace(in: text, before: cursor)
    let first = place?.start ?? 0
    let source = SourceText(text[first..<cursor])
    let parts = Lexer.tokens(of: source).tokens.statements(in: source)
    var memory = memory
    memory.begin(at: place?.known)
    let start = parts.last?.lowerBound ?? 0
    if source.byteCount <= EntryGuide.longest {
      for part in parts.dropLast() { _ = memory.read(source[part]) }
    }
    return BegunStatement(
      source: SourceText(source[start..<source.characters.count]), start: first + start,
      earlier: memory.now.typed)
  }
}

/// The statement that ends at the cursor.
private struct BegunStatement {
  let source: SourceText
  /// Where it begins in its text.
  let start: Int
  /// What is known after the statements before it.
  let earlier: TypedMistakes
}

/// The forms of the call at the cursor.
package struct CallSignature {
  /// The forms of the call; empty if the cursor is not in a call.
  package let forms: [Callable]
  /// The label of the argument at the cursor, if any.
  let label: String?
  /// The number of arguments before it.
  let place: Int

  /// The number of the parameter at the cursor.
  package func current(in form: Callable) -> Int? {
    if let label { return form.parameters.firstIndex { $0.label == label } }
    let place = min(place, form.parameters.count - 1)
    guard place >= 0, form.parameters[place].label == nil else { return nil }
    return place
  }
}

// MARK: - Matching

extension Completer {
  /// Returns the words that begin with a text; failing that, those that do so in other letters or by their parts.
  private static func matches(_ words: [Proposals.Word], _ partial: String) -> [Proposals.Word] {
    let exact = words.filter { $0.name.hasPrefix(partial) }
    guard exact.isEmpty, !partial.isEmpty else { return exact }
    let lower = partial.lowercased()
    let similar = words.filter { $0.name.lowercased().hasPrefix(lower) }
    return similar.isEmpty ? words.filter { $0.name.matches(parts: partial) } : similar
  }
}

extension String {
  /// Whether letters are beginnings of its first part and of later ones, in order, as `rw` and `reWh` of `retryWhen`.
  fileprivate func matches(parts letters: String) -> Bool {
    let name = Array(self)
    let small = name.map { $0.lowercased() }
    // Where the last letter so far may be.
    var places: Set<Int> = [-1]
    for letter in letters.lowercased() {
      let first = places.min() ?? name.count
      places = Set(
        small.indices.filter { index in
          small[index] == String(letter)
            && (places.contains(index - 1)
              || first >= 0 && index > first && name[index].isUppercase)
        })
    }
    return !places.isEmpty
  }
}

extension [Proposals.Word] {
  /// The first word of each name, without what follows it if that differs.
  fileprivate var unique: [Proposals.Word] {
    var words: [Proposals.Word] = []
    var places: [String: Int] = [:]
    for word in self {
      if let place = places[word.name] {
        let first = words[place]
        if first.text != word.text {
          words[place] = Proposals.Word(first.name, first.detail, in: first.group)
        }
      } else {
        places[word.name] = words.count
        words.append(word)
      }
    }
    return words
  }

  /// The words group by group in the order of the first of each, sorted by name unless they are results.
  fileprivate var inGroups: [Proposals.Word] {
    var order: [Proposals.Group: Int] = [:]
    for word in self where order[word.group] == nil { order[word.group] = order.count }
    let groups = Dictionary(grouping: self, by: \.group)
    return groups.sorted { order[$0.key, default: 0] < order[$1.key, default: 0] }.flatMap {
      group, words in
      group == .results ? words : words.sorted { $0.name < $1.name }
    }
  }
}

// MARK: - Text behind a command

extension Completer {
  /// The completions of a path or another text behind a command, and of the words behind it.
  private func textArgument(in source: SourceText, from start: Int) -> Proposals? {
    let end = source.characters.count
    let written = source.characters[start...].drop { $0 == " " }
    let commands = session.commands.filter { written.starts(with: $0.name + " ") }
    guard let command = commands.first, case .text(let clauses) = command.shape.subject else {
      return nil
    }
    let begun = written.dropFirst(command.name.count).drop { $0 == " " }
    let typed = begun.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    if typed.count > 1, let last = typed.last, !typed[0].isEmpty {
      let words = following(typed.dropLast(), of: clauses).filter {
        $0.name.hasPrefix(last)
      }
      // A path may have spaces.
      if !words.isEmpty || command.reads.isEmpty {
        return Proposals(range: end - last.count..<end, words: words)
      }
    }
    let text = String(begun)
    let words = command.words(session, TypedWords(before: [], begun: text))
      .filter { $0.name.hasPrefix(text) }
    let host = session.workspace.environment.host
    let files = CompletionSearch.files(text, host, endings: command.reads)
    return Proposals(range: end - begun.count..<end, words: words + files)
  }

  /// Returns what can follow words behind a text: the clauses, their words, or the results that they name.
  private func following(
    _ typed: [String], of clauses: [CommandShape.Clause]
  ) -> [Proposals.Word] {
    for clause in clauses {
      if clause.takesName, typed.last == clause.words.last {
        // A new name is anybody's choice.
        guard clause != .as else { return [] }
        let values = CompletionValues(session.workspace).named(nil)
        // A file for a policy is written of a name.
        let isOfPolicy = typed.first.flatMap { PolicyTarget(path: $0) } != nil
        return values.filter { isOfPolicy || $0.group == .results }
      }
      if clause.words.count > 1, typed.last == clause.words.first {
        return [Proposals.Word(clause.words[1], clause.meaning, in: .options)]
      }
    }
    return clauses.filter { clause in !typed.contains(clause.words[0]) }.map { clause in
      Proposals.Word(
        clause.words[0],
        text: clause.words[0] + (clause.takesName || clause.words.count > 1 ? " " : ""),
        clause.meaning, in: .options)
    }
  }
}
