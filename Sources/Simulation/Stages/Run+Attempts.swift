import VirtualTime

extension Run {
  /// Counts an attempt of an actor and returns its number.
  mutating func beginAttempt(of actor: Int) -> Int {
    countAttempt()
    return actors.count(actor)
  }

  /// Records how an attempt ended by itself.
  mutating func recordEnd(of attempt: Attempt, _ end: Signal) {
    switch end {
    case .failed(let fault): record(.failure(attempt, fault))
    case .completed, .value: record(.success(attempt))
    }
  }
}
