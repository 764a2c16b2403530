import RetryLanguage

/// A change of a session, as it is taken back.
struct SessionChange {
  /// What was before.
  enum Before {
    case definition(String, Definitions.Known?)
    case definitions(Definitions)
    case settings(Settings)
  }

  let before: Before
  /// The number of statements that had been carried out.
  let done: Int
}

extension Session {
  /// The most changes that can be undone.
  private static let longestPast = 200

  /// Gives a name a meaning; what was built from the old one keeps it.
  mutating func define(_ name: String, _ definition: Definition) {
    remember(.definition(name, definitions.define(name, definition)))
  }

  /// Takes note that the settings are about to change.
  mutating func rememberSettings() { remember(.settings(settings)) }

  private mutating func remember(_ before: SessionChange.Before) {
    past.append(SessionChange(before: before, done: journal.count))
    if past.count > Self.longestPast { past.removeFirst() }
  }

  /// Takes other settings over; what of them changes results is noted as if it had been typed.
  mutating func adopt(_ other: Settings) {
    let old = settings
    settings = other
    for setting in Setting.allCases where setting.changesResults {
      let value = setting.value(in: other)
      if value != setting.value(in: old) { note("set \(setting.rawValue) \(value)") }
    }
  }

  /// Records statements that were not typed, so that `save` includes them.
  mutating func note(_ text: String) {
    for statement in Parser.read(SourceText(text), commands: commands.map(\.shape)).statements {
      journal.add(statement, results: results.count + 1..<results.count + 1)
    }
  }

  /// Undoes the last change and describes it; returns `nil` if there is none.
  mutating func undo() -> String? {
    guard let last = past.popLast() else { return nil }
    defer { journal.goBack(to: last.done) }
    switch last.before {
    case .definition(let name, let before):
      definitions.restore(name, before)
      return before == nil ? "'\(name)' is no longer defined" : "'\(name)' is what it was before"
    case .definitions(let before):
      definitions = before
      return "what was defined is there again"
    case .settings(let before):
      let changed = Setting.allCases.filter { $0.value(in: before) != $0.value(in: settings) }
      settings = before
      return changed.map { "\($0.rawValue) \($0.value(in: before))" }.joined(separator: ", ")
    }
  }

  /// Forgets every definition.
  mutating func reset() {
    remember(.definitions(definitions))
    definitions = Definitions()
  }
}
