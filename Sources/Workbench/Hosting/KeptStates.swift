/// States of a session by name, from which a request can start.
struct KeptStates {
  private var states: [String: Session] = [:]
  /// Their names, the oldest first.
  private var names: [String] = []

  /// How many are kept; the oldest goes first.
  private static let most = 500

  subscript(name: String) -> Session? {
    get { states[name] }
    set {
      names.removeAll { $0 == name }
      states[name] = newValue
      if newValue != nil { names.append(name) }
      if names.count > Self.most { states[names.removeFirst()] = nil }
    }
  }
}
