import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Descriptions of running operators")
struct OperatorFactTests {
  @Test("a delay is shown with its length, and a negative one as zero", arguments: [-5, 0, 30])
  func delays(length: Int64) {
    for source in [Source.just(1).delay(ms(length)), .just(1).delaySubscription(ms(length))] {
      switch source.kind {
      case .signals(.delay(let delay)), .signals(.delaySubscription(let delay)):
        #expect(delay == ms(max(length, 0)), "\(source.name)")
      default: Issue.record("\(source.name) is no delay")
      }
    }
  }

  @Test("take shows the number of values so far")
  func taken() {
    let machine = Machine(Source.interval(ms(10)).take(3), seed: 1)
    let activities = (1...3).map { machine.snapshot(call: 0, after: $0).plan.activity }
    #expect(activities == ["0 of 3 taken", "1 of 3 taken", "2 of 3 taken"])
  }

  @Test("scan shows its current result")
  func scanned() {
    let sums = Source.interval(ms(10)).scan(10) { sum, value, _ in
      .int(number(sum) + number(value))
    }
    let machine = Machine(sums, seed: 1)
    let activities = (1...4).map { machine.snapshot(call: 0, after: $0).plan.activity }
    #expect(
      activities == [
        "current result: 10", "current result: 10", "current result: 11", "current result: 13",
      ])
  }

  @Test("a refresh is awaited, and its values are dropped")
  func refreshing() throws {
    let auth = Fault("auth")
    let fetch = Source.operation(
      try Operation(
        "fetch",
        script: [
          ScriptedAnswer(.fault(auth), after: ms(10)), ScriptedAnswer(.value(7), after: ms(10)),
        ]))
    let login = Source.timer(ms(20)).map { _, _ in 5 }
    let filter = FaultFilter(on: [FaultPattern("auth")])
    let played = play(fetch.refreshing(with: login, on: filter))
    #expect(played.marbles == "----(7|)")
    #expect(played.subscriptions == ["0-10", "30-40"])
  }
}
