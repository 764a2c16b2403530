import RetryLanguage

/// The definitions by name, in order of creation.
struct Definitions {
  /// A definition and its position among all definitions so far.
  struct Known {
    let definition: Definition
    /// The entry of a person that it comes from; `nil` for one of a lesson.
    let entry: Int?
    fileprivate let turn: Int
  }

  private var known: [String: Known] = [:]
  /// The last definitions of lessons and files, also of names that a person has defined anew.
  private(set) var given: [String: Definition] = [:]
  private var turns = 0

  subscript(name: String) -> Definition? { known[name]?.definition }

  /// The names, the oldest definition first.
  var names: [String] { known.sorted { $0.value.turn < $1.value.turn }.map(\.key) }

  var byName: [String: Definition] { known.mapValues(\.definition) }

  /// Defines a name in an entry, and returns its previous definition.
  mutating func define(_ name: String, _ definition: Definition, in entry: Int?) -> Known? {
    turns += 1
    if entry == nil { given[name] = definition }
    let new = Known(definition: definition, entry: entry, turn: turns)
    return known.updateValue(new, forKey: name)
  }

  /// Returns the definition of a name that other definitions would replace, if it is of an earlier entry of a person.
  func replaced(_ name: String, in entry: Int?) -> Definition? {
    guard let old = known[name], let own = old.entry, own != entry else { return nil }
    return old.definition
  }

  /// The entry of a person that a definition comes from, if it comes from one.
  func entry(of name: String) -> Int? { known[name]?.entry }

  /// The definitions that a lesson gave, of names that a person has defined anew since.
  var overruled: [(name: String, definition: Definition)] {
    names.filter { entry(of: $0) != nil }.compactMap { name in given[name].map { (name, $0) } }
  }

  /// Takes over what lessons gave in another state.
  mutating func adoptGiven(_ other: Definitions) { given = other.given }

  mutating func forget(_ name: String) {
    known[name] = nil
  }

  mutating func restore(_ name: String, _ before: Known?) {
    known[name] = before
  }
}
