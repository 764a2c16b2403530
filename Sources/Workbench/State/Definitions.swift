import RetryLanguage

/// What is defined, by name, in the order in which it was.
struct Definitions {
  /// A definition, and its turn among all that there have been.
  struct Known {
    let definition: Definition
    fileprivate let turn: Int
  }

  private var known: [String: Known] = [:]
  private var turns = 0

  /// The definition behind a name.
  subscript(name: String) -> Definition? { known[name]?.definition }

  /// The names, the oldest definition first.
  var names: [String] { known.sorted { $0.value.turn < $1.value.turn }.map(\.key) }

  /// The definitions by their names.
  var byName: [String: Definition] { known.mapValues(\.definition) }

  /// Gives a name a meaning, and returns the one that it had.
  mutating func define(_ name: String, _ definition: Definition) -> Known? {
    turns += 1
    return known.updateValue(Known(definition: definition, turn: turns), forKey: name)
  }

  /// Gives a name back the meaning that it had.
  mutating func restore(_ name: String, _ before: Known?) {
    known[name] = before
  }
}
