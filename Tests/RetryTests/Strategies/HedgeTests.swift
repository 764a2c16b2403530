import Retry
import RetryNumerics
import Testing

@Suite("Hedges")
struct HedgeTests {
  /// What happens in a race at a time in milliseconds.
  enum Event: Sendable {
    /// The time has come that the race waits for.
    case time(Int)
    case failed(Int)
    case fatal(Int)
    case pushback(Int, Hedge.Pushback)
    case refused
    case succeeded
  }

  /// A hedge, and the moves that follow events; a launch is carried out at once.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let hedge: Hedge
    let events: [(Event, Hedge.Move)]
    var testDescription: String { name }
  }

  private static func wait(_ milliseconds: Int?) -> Hedge.Move {
    .wait(until: milliseconds.map { .milliseconds($0) })
  }

  private static let half = Duration.milliseconds(500)

  static let rows: [Row] = [
    Row(
      name: "gRPC: four attempts, half a second apart", hedge: Hedge(after: half, hedges: 3),
      events: [
        (.time(1), wait(500)), (.time(500), .launch), (.time(501), wait(1000)),
        (.time(1000), .launch), (.time(1500), .launch), (.time(1501), wait(nil)),
        (.succeeded, .finish),
      ]),
    Row(
      name: "gRPC: all at once", hedge: Hedge(after: .zero, hedges: 2),
      events: [(.time(0), .launch), (.time(0), .launch), (.time(0), wait(nil))]),
    Row(
      name: "an error starts the next at once, and moves those after it",
      hedge: Hedge(after: half, hedges: 3),
      events: [
        (.failed(100), .launch), (.time(100), wait(600)), (.time(600), .launch),
        (.failed(700), .launch), (.failed(800), wait(nil)),
        (.failed(950), .finish),
      ]),
    Row(
      name: "a fatal error ends the call", hedge: Hedge(after: half, hedges: 3),
      events: [(.time(500), .launch), (.fatal(600), .finish)]),
    Row(
      name: "a server that pushes back for good stops new attempts",
      hedge: Hedge(after: half, hedges: 3),
      events: [
        (.time(500), .launch), (.pushback(600, .stop), wait(nil)), (.time(2000), wait(nil)),
        (.failed(2100), .finish),
      ]),
    Row(
      name: "a server that pushes back delays the next attempt, and then the times are as before",
      hedge: Hedge(after: half, hedges: 3),
      events: [
        (.pushback(100, .delay(.seconds(2))), wait(2100)), (.time(500), wait(2100)),
        (.time(2100), .launch), (.time(2100), wait(2600)), (.time(2600), .launch),
      ]),
    Row(
      name: "a pushback for ever ends a call that nothing runs of",
      hedge: Hedge(after: half, hedges: 3),
      events: [(.pushback(100, .delay(.seconds(Int64.max / 2))), .finish)]),
    Row(
      name: "Polly: in turn, by failures alone", hedge: Hedge(after: nil, hedges: 2),
      events: [
        (.time(9999), wait(nil)), (.failed(9999), .launch), (.time(99_999), wait(nil)),
        (.failed(99_999), .launch), (.failed(100_000), .finish),
      ]),
    Row(
      name: "a refused hedge leaves the first attempt alone", hedge: Hedge(after: half, hedges: 3),
      events: [(.refused, wait(nil)), (.time(5000), wait(nil)), (.failed(5000), .finish)]),
    Row(
      name: "no hedges", hedge: Hedge(after: .zero, hedges: 0),
      events: [(.time(0), wait(nil)), (.failed(1), .finish)]),
  ]

  @Test("a race goes as its hedge says", arguments: rows)
  func table(row: Row) {
    var race = Hedge.State(row.hedge, at: Duration.zero)
    for (index, (event, expected)) in row.events.enumerated() {
      var (move, now) = (Hedge.Move.finish, 0)
      switch event {
      case .time(let time): (move, now) = (race.move(at: .milliseconds(time)), time)
      case .failed(let time): (move, now) = (race.failed(at: .milliseconds(time)), time)
      case .fatal(let time):
        (move, now) = (race.failed(isFatal: true, at: .milliseconds(time)), time)
      case .pushback(let time, let push):
        (move, now) = (race.failed(pushback: push, at: .milliseconds(time)), time)
      case .refused: move = race.refused()
      case .succeeded: move = race.succeeded()
      }
      #expect(move == expected, "event \(index)")
      if move == .launch { race.launched(at: .milliseconds(now)) }
    }
  }

  @Test("never more attempts than allowed, and a call always ends, over many seeds")
  func invariant() {
    for seed in 0..<500 {
      var generator = SplitMix64(seed: UInt64(seed))
      let hedges = Int.random(in: 0...4, using: &generator)
      let delay = Bool.random(using: &generator) ? Duration.milliseconds(100) : nil
      var race = Hedge.State(Hedge(after: delay, hedges: hedges), at: Duration.zero)
      var (now, attempts, running, steps) = (Duration.zero, 1, 1, 0)
      var move = race.move(at: now)
      while move != .finish, steps < 1000 {
        steps += 1
        switch move {
        case .launch:
          attempts += 1
          running += 1
          move = race.launched(at: now)
        case .wait(let end):
          if running > 0, end == nil || Bool.random(using: &generator) {
            running -= 1
            let push: Hedge.Pushback? =
              Int.random(in: 0..<4, using: &generator) == 0 ? .delay(.seconds(1)) : nil
            move = race.failed(pushback: push, at: now)
          } else {
            now = max(now, end ?? now)
            move = race.move(at: now)
          }
        case .finish: break
        }
      }
      #expect(move == .finish)
      #expect(attempts == hedges + 1)
    }
  }

  @Test("a percentile is that of the latest latencies, known after sixteen")
  func percentile() {
    var recent = LatencyPercentile(0.9)
    for span in 1...15 { recent.add(.milliseconds(span)) }
    #expect(recent.value == nil)
    recent.add(.milliseconds(16))
    #expect(recent.value == .milliseconds(15))
    for _ in 0..<128 { recent.add(.seconds(1)) }
    #expect(recent.value == .seconds(1))
    for span in 1...128 { recent.add(.milliseconds(span)) }
    #expect(recent.value == .milliseconds(116))
    let hedge = Hedge(afterPercentile: 0.9, otherwise: .seconds(1))
    #expect(
      Hedge.State(hedge, percentile: recent.value, at: Duration.zero).move(at: Duration.zero)
        == .wait(until: .milliseconds(116)))
    #expect(
      Hedge.State(hedge, percentile: nil, at: Duration.zero).move(at: Duration.zero)
        == .wait(until: .seconds(1)))
  }
}
