/// What a strategy remembers: of all calls, or of those of each client.
final class Remembered<State>: Forgetful {
  private let fresh: State
  private let isPerClient: Bool
  private var states: ContiguousArray<State> = []

  /// Creates a memory of nothing.
  init(_ fresh: State, isPerClient: Bool) {
    (self.fresh, self.isPerClient) = (fresh, isPerClient)
  }

  /// The memory for the calls of a client.
  subscript(client: Int) -> State {
    get {
      let place = isPerClient ? client : 0
      return place < states.count ? states[place] : fresh
    }
    _modify {
      let place = isPerClient ? client : 0
      while states.count <= place { states.append(fresh) }
      yield &states[place]
    }
  }

  func forget() { states.removeAll(keepingCapacity: true) }
}

/// What forgets everything before another call.
protocol Forgetful: AnyObject {
  /// Forgets everything.
  func forget()
}
