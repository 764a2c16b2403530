import RetryLanguage

/// The definitions by name, in order of creation.
struct Definitions {
  /// A definition and its position among all definitions so far.
  struct Known {
    let definition: Definition
    fileprivate let turn: Int
  }

  private var known: [String: Known] = [:]
  private var turns = 0

  /// The definition of a name.
  subscript(name: String) -> Definition? { known[name]?.definition }

  /// The names, the oldest definition first.
  var names: [String] { known.sorted { $0.value.turn < $1.value.turn }.map(\.key) }

  /// The definitions by name.
  var byName: [String: Definition] { known.mapValues(\.definition) }

  /// Defines a name and returns its previous definition.
  mutating func define(_ name: String, _ definition: Definition) -> Known? {
    turns += 1
    return known.updateValue(Known(definition: definition, turn: turns), forKey: name)
  }

  /// Restores the previous definition of a name.
  mutating func restore(_ name: String, _ before: Known?) {
    known[name] = before
  }
}
