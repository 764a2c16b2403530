import RetryLanguage

/// The mistakes of the statements of an entry, which is read again and again while it is typed.
///
/// A statement that has been read is read again only if a name that it mentions means something else by then.
struct EntryMemory {
  /// What a name means, as far as it matters for reading: values of a type are alike, functions are not.
  fileprivate enum Meaning: Hashable {
    case value(Type)
    case function(Int)
  }

  /// A statement that was read, under what conditions, and what it has changed.
  private struct Reading {
    let mistakes: [Diagnostic]
    let names: [(name: String, meaning: Meaning?)]
    let settings: Int
    /// Whether any name might be defined.
    let isBlind: Bool
    /// The number of results before it, if it mentions results or makes one.
    let results: Int?
    /// The names that could be suggested, if it has mistakes.
    let others: Int?
    let changes: Changes
    /// Whether it reads a file.
    let isFollowing: Bool
  }

  /// What a statement changes for those after it.
  fileprivate struct Changes {
    var definitions: [(name: String, definition: Definition, meaning: Meaning)] = []
    var results = 0
    var settings: (new: Settings, commands: [CommandShape], number: Int)?
    var isBlind = false
  }

  /// What is known at a place of the entry.
  struct Place {
    fileprivate(set) var typed: TypedMistakes
    fileprivate var meanings: [String: Meaning] = [:]
    /// The names that the entry has added so far, as one number.
    fileprivate var others = 0
    fileprivate var settings = 0
    /// Whether a file was read before it.
    fileprivate(set) var isBehindFile = false
  }

  private let start: Place
  /// What is known after the statements that were read.
  private(set) var now: Place
  private var earlier: [String: [Reading]] = [:]
  private var current: [String: [Reading]] = [:]
  /// The number of functions and changes of settings so far.
  private var count = 0
  /// Whether a statement that reads a file is read each time, since the file may say something else by then.
  private let rereadsFiles: Bool

  init(_ session: Session, rereadsFiles: Bool = false) {
    start = Place(typed: TypedMistakes(session))
    (now, self.rereadsFiles) = (start, rereadsFiles)
  }

  /// Goes back to the start of the entry or to a place in it, and forgets what was not read on the way here.
  mutating func begin(at place: Place? = nil) {
    (now, earlier, current) = (place ?? start, current, [:])
  }

  /// Returns the mistakes of the next statement.
  mutating func read(_ text: String) -> [Diagnostic] {
    let known = candidates(for: text).first { isValid($0) }
    let reading = known ?? readAnew(text)
    if known != nil { now.apply(reading.changes) }
    current[text, default: []].append(reading)
    now.isBehindFile = now.isBehindFile || reading.isFollowing
    return reading.mistakes
  }

  /// Defines a name that a statement would define if it had no mistakes.
  mutating func defineBroken(_ name: String) {
    guard now.meanings[name] == nil else { return }
    now.apply(Changes(definitions: [(name, .broken(name), .value(.nothing))]))
  }

  /// The readings of the same text at about the same place; one text may be in an entry many times.
  private func candidates(for text: String) -> [Reading] {
    let (before, now) = (earlier[text] ?? [], current[text] ?? [])
    return before.dropFirst(now.count).prefix(2) + before.prefix(1) + now.suffix(1)
  }

  private func isValid(_ reading: Reading) -> Bool {
    !(rereadsFiles && reading.isFollowing)
      && reading.settings == now.settings && reading.isBlind == now.typed.isBlind
      && reading.results ?? now.typed.resultCount == now.typed.resultCount
      && reading.others ?? now.others == now.others
      && reading.names.allSatisfy { now.meanings[$0.name] == $0.meaning }
  }

  private mutating func readAnew(_ text: String) -> Reading {
    let (before, source) = (now, SourceText(text))
    let mistakes = now.typed.find(in: source)
    var changes = Changes(results: now.typed.resultCount - before.typed.resultCount)
    for name in now.typed.defined {
      guard let definition = now.typed.definitions[name] else { continue }
      changes.definitions.append((name, definition, meaning(of: definition)))
    }
    if now.typed.hasSet {
      count += 1
      changes.settings = (now.typed.settings, now.typed.commands, count)
    }
    changes.isBlind = now.typed.isBlind
    let isFollowing = now.typed.isFollowing
    now = before
    now.apply(changes)
    let names = Set(Lexer.tokens(of: source).tokens.compactMap(\.name))
    let countsResults = changes.results > 0 || names.contains { $0.hasPrefix("_") }
    return Reading(
      mistakes: mistakes,
      names: names.map { ($0, before.meanings[$0]) },
      settings: before.settings, isBlind: before.typed.isBlind,
      results: countsResults ? before.typed.resultCount : nil,
      others: mistakes.isEmpty ? nil : before.others, changes: changes, isFollowing: isFollowing)
  }

  private mutating func meaning(of definition: Definition) -> Meaning {
    switch definition.type {
    case .function, .template:
      count += 1
      return .function(count)
    default: return .value(definition.type)
    }
  }
}

extension EntryMemory.Place {
  fileprivate mutating func apply(_ changes: EntryMemory.Changes) {
    for (name, definition, meaning) in changes.definitions {
      if meanings.updateValue(meaning, forKey: name) == nil { others ^= name.hashValue }
      typed.define(name, definition)
    }
    typed.resultCount += changes.results
    typed.isBlind = typed.isBlind || changes.isBlind
    if let (new, commands, number) = changes.settings {
      (typed.settings, typed.commands, settings) = (new, commands, number)
    }
  }
}
