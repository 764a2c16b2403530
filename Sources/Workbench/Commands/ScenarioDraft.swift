import RetryLanguage

/// A session as a clean scenario: the statements with results, and what they depend on.
struct ScenarioDraft {
  /// A line of the scenario.
  struct Line {
    let text: String
    let keeping: Journal.Entry.Keeping
    /// The numbers of its results in the session.
    var results: Range<Int> = 0..<0
  }

  /// The remaining statements, in order.
  private(set) var lines: [Line] = []
  /// The number of statements left out because their results are gone.
  private(set) var lost = 0

  private let entries: [Journal.Entry]
  private let table: CommandTable
  private let answer: String?
  private let isLoad: (Int) -> Bool
  private var isKept: [Bool]
  /// The numbers of the results that are kept with what they depend on; `nil` means all.
  private var wanted: Set<Int>?

  /// Selects the statements of a session that started with a seed, all or those of some results; the answer to an exercise is kept like a result.
  ///
  /// Which numbers are results of loads is asked, since a text does not tell.
  init(
    _ journal: Journal, of wanted: Set<Int>? = nil, seed: UInt64, answer: String?,
    _ table: CommandTable, isLoad: @escaping (Int) -> Bool
  ) {
    self.wanted = wanted
    (self.table, self.answer, self.isLoad) = (table, answer, isLoad)
    entries = Array(journal.entries(sinceResetIn: table))
    isKept = entries.map { _ in false }
    choose()
    write(seed: seed)
  }

  /// Selects from the last statement to the first, because uses follow definitions.
  private mutating func choose() {
    var (needed, later): (Set<String>, Set<String>) = (Set([answer].compactMap(\.self)), [])
    var settings: Set<String> = []
    let hasResults = entries.contains { $0.keeping(table) == .result }
    for index in entries.indices.reversed() {
      let entry = entries[index]
      let keeping = entry.keeping(table)
      switch keeping {
      case .narration: isKept[index] = wanted == nil
      case .nothing: break
      case .result: isKept[index] = isWanted(index)
      case .definition(let name):
        // Without any result, the final definitions are kept.
        let isLast = later.insert(name).inserted
        isKept[index] = needed.remove(name) != nil || !hasResults && isLast
      case .setting(let name): isKept[index] = settings.remove(name) != nil
      case .seed: isKept[index] = settings.remove(Setting.seed.rawValue) != nil
      }
      guard isKept[index], keeping.standsOnOthers else { continue }
      needed.formUnion(entry.statement.names)
      want(entry.statement.names, before: index)
      settings = Self.settings
    }
  }

  /// Whether a result is kept; an expectation is about the result before it.
  private func isWanted(_ index: Int) -> Bool {
    guard let wanted else { return true }
    let about = entries[...index].last { !$0.results.isEmpty }
    return about?.results.contains { wanted.contains($0) } == true
  }

  /// Keeps the results that a statement names.
  private mutating func want(_ names: Set<String>, before index: Int) {
    guard wanted != nil else { return }
    if names.contains("_"), let last = entries[..<index].last(where: { !$0.results.isEmpty }) {
      wanted?.insert(last.results.upperBound - 1)
    }
    wanted?.formUnion(names.filter(\.isResultNumber).compactMap { Int($0.dropFirst()) })
  }

  private static let settings = Set(
    Setting.allCases.filter(\.changesResults).map(\.rawValue))

  /// Whether a seed is set before the first result.
  private var setsSeedFirst: Bool {
    let kept = zip(entries, isKept).lazy.filter(\.1).map { $0.0.keeping(table) }
    return kept.first { $0 == .seed || $0 == .result } == .seed
  }

  private mutating func write(seed: UInt64) {
    var numbers: [String: String] = [:]
    var count = 0
    var hasSeed = false
    for (entry, isKept) in zip(entries, isKept) where isKept {
      if !hasSeed, entry.keeping(table) != .narration {
        if !setsSeedFirst { lines.append(Line(text: "seed \(seed)", keeping: .seed)) }
        hasSeed = true
      }
      let old = entry.statement.names.filter { $0.isResultNumber }
      guard old.allSatisfy({ numbers[$0] != nil }) else {
        lost += 1
        continue
      }
      for number in entry.results {
        count += 1
        numbers["_\(number)"] = "_\(count)"
      }
      lines.append(
        Line(
          text: entry.text(renaming: numbers, table, isLoad: entry.results.contains(where: isLoad)),
          keeping: entry.keeping(table),
          results: entry.results))
    }
  }
}

extension Journal {
  /// The statements since everything was last forgotten.
  func entries(sinceResetIn table: CommandTable) -> ArraySlice<Entry> {
    let start = entries.lastIndex { $0.isReset(table) }.map { $0 + 1 } ?? 0
    return entries[start...]
  }

  /// The numbers of their results, up to the last one.
  func results(_ last: Int, _ table: CommandTable) -> Set<Int> {
    Set(entries(sinceResetIn: table).flatMap(\.results).filter { $0 <= last })
  }
}

extension Journal.Entry {
  /// The role of a statement in a scenario.
  enum Keeping: Equatable {
    case narration
    case nothing
    case result
    case definition(String)
    case setting(String)
    case seed

    /// Whether it depends on earlier definitions and settings.
    var standsOnOthers: Bool {
      switch self {
      case .result, .definition: true
      default: false
      }
    }
  }

  /// Whether it removes all definitions before it.
  fileprivate func isReset(_ table: CommandTable) -> Bool {
    guard case .command(let written) = statement, case .reset = table[written].role else {
      return false
    }
    return true
  }

  /// Returns the role of the statement.
  func keeping(_ table: CommandTable) -> Keeping {
    switch statement {
    case .narration: .narration
    case .expression: .result
    case .binding(let name, _): .definition(name.text)
    case .command(let written):
      switch table[written].role {
      case .nothing, .exercise, .question, .reset: .nothing
      case .result, .call, .expectation: .result
      case .setting(let change):
        switch change(written)?.setting {
        case nil: .nothing
        case .seed?: .seed
        case let setting?: .setting(setting.rawValue)
        }
      }
    }
  }
}

extension Statement {
  fileprivate var names: Set<String> {
    var names: Set<String> = []
    for expression in expressions {
      _ = expression.mentions {
        names.insert($0)
        return false
      }
    }
    return names
  }
}

extension Journal.Entry {
  /// Returns the text with renamed results; `play` becomes `run`, except of the result of a load, of which `run` makes a call.
  fileprivate func text(
    renaming names: [String: String], _ table: CommandTable, isLoad: Bool
  ) -> String {
    let formatter = Formatter(commands: table.all.map(\.shape), width: 90)
    let source = SourceText(formatter.text([isLoad && !isCall ? statement : shown(table)]))
    var text = ""
    var end = 0
    for token in Lexer.tokens(of: source).tokens {
      guard let name = token.name, let new = names[name] else { continue }
      text += source[end..<token.range.lowerBound] + new
      end = token.range.upperBound
    }
    return text + source[end..<source.characters.count]
  }

  /// Whether the subject is a call, such as `load(…)`, rather than a name for what there was.
  private var isCall: Bool {
    guard case .command(let written) = statement, case .call? = written.subjects.first else {
      return false
    }
    return true
  }

  private func shown(_ table: CommandTable) -> Statement {
    guard case .command(let written) = statement, case .call = table[written].role,
      written.subjects.count == 1
    else { return statement }
    return .command(written.changed(to: table.run))
  }
}

extension String {
  /// Whether the name is that of a numbered result.
  fileprivate var isResultNumber: Bool { hasPrefix("_") && Int(dropFirst()) != nil }
}
