/// States of a session by name, from which a request can start.
struct KeptStates {
  private var states: [String: Session] = [:]
  /// Their names, the one that was not used for the longest time first.
  private var names: [String] = []

  private static let most = 1000

  mutating func keep(_ state: Session, as name: String) {
    states[name] = state
    use(name)
    if names.count > Self.most { states[names.removeFirst()] = nil }
  }

  mutating func state(named name: String) -> Session? {
    if states[name] != nil { use(name) }
    return states[name]
  }

  private mutating func use(_ name: String) {
    guard names.last != name else { return }
    names.removeAll { $0 == name }
    names.append(name)
  }
}
