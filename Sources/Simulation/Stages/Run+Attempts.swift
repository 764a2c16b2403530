import VirtualTime

extension Run {
  /// Counts an attempt of an actor and returns its number.
  mutating func beginAttempt(of actor: Int) -> Int {
    countAttempt()
    return actors.count(actor)
  }

  mutating func countEffects(_ number: Int) {
    tally.effects = (tally.effects ?? 0) + number
  }

  mutating func pay(_ price: Price) {
    let (sum, isOver) = (tally.cost ?? 0).addingReportingOverflow(price.billionths)
    tally.cost = isOver ? .max : sum
  }

  mutating func recordEnd(of attempt: Attempt, _ end: Signal) {
    switch end {
    case .failed(let fault): record(.failure(attempt, fault))
    case .completed, .value: record(.success(attempt))
    }
  }
}
