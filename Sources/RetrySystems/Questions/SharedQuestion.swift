import Retry
import RetryNumerics

/// One question to a person, shared by all calls that fail while it is open.
final class SharedQuestion: Sendable {
  typealias Reply = @Sendable (RetryAnswer) -> Void
  typealias Ask = @Sendable (any Error, @escaping Reply) -> Void

  private struct State {
    var waiting: [(seat: Int, reply: Reply)] = []
    var nextSeat = 0
    var answered = 0
    /// Whether the person is being asked, even if all callers have left.
    var isOpen = false
  }

  private let state = Locked(State())
  private let put: Ask

  init(_ put: @escaping Ask) {
    self.put = put
  }

  var waitingCalls: Int { state.withLock { $0.waiting.count } }

  func takeSeat() -> Int {
    state.withLock { state in
      defer { state.nextSeat += 1 }
      return state.nextSeat
    }
  }

  /// Asks about a failure, or waits for the answer to the open question.
  func ask(about failure: any Error, from seat: Int, reply: @escaping Reply) {
    let round = state.withLock { state in
      state.waiting.append((seat, reply))
      defer { state.isOpen = true }
      return state.isOpen ? nil : state.answered
    }
    if let round { put(failure) { self.settle(round, $0) } }
  }

  func leave(_ seat: Int) {
    state.withLock { $0.waiting.removeAll { $0.seat == seat } }
  }

  /// Passes the answer to all waiting callers in order of arrival; a second answer is ignored.
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
