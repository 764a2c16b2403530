import Retry
import Simulation
import Testing
import VirtualTime

/// Strategies that retry by themselves a few times and then ask a person.
@Suite("Asking a person")
struct AskTests {
  private func strategy(retries: Double, thinks: Int64 = 50) throws -> RetryStrategy {
    RetryStrategy(
      rules: RetryRules(
        attempts: nil, backoff: .constant(.milliseconds(30)), question: RetryQuestion(after: 3)),
      on: FaultFilter(unless: [FaultPattern("auth")]),
      person: try Person(retries: retries, thinks: .constant(ms(thinks))))
  }

  private func failing(_ name: String, _ drawing: String = "-#") throws -> Source {
    try .marbles(drawing, unit: unit, error: Fault(name), named: name)
  }

  @Test("three failures are retried automatically, the fourth asks, and cancel ends with its error")
  func cancels() throws {
    let played = play(try failing("down").retry(try strategy(retries: 0)))
    #expect(played.subscriptions == ["0-10", "40-50", "80-90", "120-130"])
    #expect(played.outcome == .failure(Fault("down")))
    #expect(played.marbles == "------------------#")
  }

  @Test("the answer retry subscribes again immediately")
  func retries() throws {
    let source = try failing("down").retry(try strategy(retries: 1)).takeUntil(.timer(ms(200)))
    #expect(play(source).subscriptions == ["0-10", "40-50", "80-90", "120-130", "180-190"])
  }

  @Test("an error that the filter rejects ends immediately without a question")
  func rejected() throws {
    let played = play(try failing("auth").retry(try strategy(retries: 1)))
    #expect(played.outcome == .failure(Fault("auth")))
    #expect(played.subscriptions == ["0-10"])
  }

  @Test("concurrent waits share one question and one answer")
  func shared() throws {
    let strategy = try strategy(retries: 0)
    let early = try failing("early").retry(strategy).catchAndReturn(1)
    let late = try failing("late", "--#").retry(strategy).catchAndReturn(2)
    let trace = Machine(.merge([early, late]), seed: 1).trace()
    let questions = trace.events.filter { if case .asked = $0.kind { true } else { false } }
    let answers = trace.events.filter { if case .answered = $0.kind { true } else { false } }
    #expect(questions.map(\.at.milliseconds) == ["130", "170"])
    #expect(answers.map(\.at.milliseconds) == ["180"])
    #expect(signals(of: trace).map(\.at) == [ms(180), ms(180), ms(180)])
  }

  @Test("a call cancelled while a person thinks leaves nothing pending")
  func cancelled() throws {
    let machine = Machine(
      try failing("down").retry(try strategy(retries: 1)).cancel(at: ms(150)), seed: 1)
    #expect(machine.run().outcome == .cancelled)
    #expect(machine.pendingCount == 0)
  }
}
