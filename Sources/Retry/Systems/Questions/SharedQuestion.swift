import RetryNumerics

/// One question to a person that all share who fail while it is open, and one answer for them all.
final class SharedQuestion: Sendable {
  /// Takes the answer of the person.
  typealias Reply = @Sendable (RetryAnswer) -> Void
  /// Puts the question about a failure to the person.
  typealias Ask = @Sendable (any Error, @escaping Reply) -> Void

  /// What threads share.
  private struct State {
    /// Those who wait, each with its number.
    var waiting: [(seat: Int, reply: Reply)] = []
    /// The number of the next one.
    var nextSeat = 0
    /// The number of questions that were answered.
    var answered = 0
    /// Whether the person is being asked, though all who wanted to know may have left.
    var isOpen = false
  }

  /// What threads share.
  private let state = Locked(State())
  /// Puts the question.
  private let put: Ask

  /// Creates a question that is not being asked.
  init(_ put: @escaping Ask) {
    self.put = put
  }

  /// The number of calls that wait for the answer.
  var waitingCalls: Int { state.withLock { $0.waiting.count } }

  /// Returns the number under which a call asks.
  func takeSeat() -> Int {
    state.withLock { state in
      defer { state.nextSeat += 1 }
      return state.nextSeat
    }
  }

  /// Asks about a failure, or waits for the answer to the question that is open.
  func ask(about failure: any Error, from seat: Int, reply: @escaping Reply) {
    let round = state.withLock { state in
      state.waiting.append((seat, reply))
      defer { state.isOpen = true }
      return state.isOpen ? nil : state.answered
    }
    if let round { put(failure) { self.settle(round, $0) } }
  }

  /// Lets go of one who does not wait any more.
  func leave(_ seat: Int) {
    state.withLock { $0.waiting.removeAll { $0.seat == seat } }
  }

  /// Gives the answer to all who wait for it, in the order in which they came; a second one is ignored.
  private func settle(_ round: Int, _ answer: RetryAnswer) {
    let replies = state.withLock { state -> [Reply] in
      guard state.isOpen, state.answered == round else { return [] }
      state.answered += 1
      state.isOpen = false
      defer { state.waiting = [] }
      return state.waiting.map(\.reply)
    }
    for reply in replies { reply(answer) }
  }
}
