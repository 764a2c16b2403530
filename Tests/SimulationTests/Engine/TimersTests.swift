import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

/// The timers of stages, as a list that is searched would keep them.
private struct Model {
  struct Timer: Equatable {
    let time: Int64
    let stage: Int
  }

  var now: Int64 = 0
  var timers: [Timer] = []

  mutating func start(_ stage: Int, at time: Int64) {
    let place = timers.firstIndex { $0.time > time } ?? timers.endIndex
    timers.insert(Timer(time: time, stage: stage), at: place)
  }

  mutating func next(until end: Int64) -> Int? {
    guard let first = timers.first, first.time < .max, first.time <= end else { return nil }
    timers.removeFirst()
    now = first.time
    return first.stage
  }
}

/// Starts, stops and fires the timers of some stages at random, on both.
private struct Walk: ~Copyable {
  let stages: [Stage]
  /// The farthest time of a new timer.
  let span: Int64
  var draws: Draws
  var timers: Timers
  var model = Model()

  init(seed: UInt64, stages count: Int) {
    stages = (0..<count).map { _ in Stage() }
    span = seed.isMultiple(of: 3) ? 8 : 1_000_000_000
    // Some walks begin where the timers are about to be numbered anew.
    timers = Timers(countingFrom: seed.isMultiple(of: 2) ? 0 : .max - UInt32(seed % 64))
    draws = Draws(DrawKey(seed: seed, name: "timers"), call: 0, attempt: 0, purpose: .attempt)
  }

  /// Makes one operation on both and returns whether they agree.
  mutating func step() -> Bool {
    let stage = Int(draws.next() % UInt64(stages.count))
    switch draws.next() % 32 {
    case 0..<17: return toggle(stage)
    case 17..<30: return fire()
    case 30: return agree
    default:
      guard draws.next().isMultiple(of: 64) else { return agree }
      timers.restart()
      model = Model()
      return stages.allSatisfy { !$0.isTimed } && agree
    }
  }

  private mutating func toggle(_ stage: Int) -> Bool {
    if stages[stage].isTimed {
      timers.stop(stages[stage].timer, of: Link(stages[stage]))
      stages[stage].timer = Timers.none
      model.timers.removeAll { $0.stage == stage }
    } else {
      let delay = draws.next().isMultiple(of: 20) ? .max : Int64(draws.next() % UInt64(span))
      stages[stage].timer = timers.start(Link(stages[stage]), after: Nanoseconds(delay))
      model.start(stage, at: delay == .max ? .max : model.now + delay)
    }
    return timers.count == model.timers.count
  }

  private mutating func fire() -> Bool {
    let end = draws.next().isMultiple(of: 8) ? model.now + span / 16 : .max
    let fired = timers.next(until: Instant(Nanoseconds(end)))?.stage
    guard fired?.isTimed != true else { return false }
    return fired.flatMap { stage in stages.firstIndex { $0 === stage } } == model.next(until: end)
      && timers.now.sinceStart.count == model.now
  }

  /// Whether both hold the same timers in the same order.
  var agree: Bool {
    timers.pending.map { timer in
      Model.Timer(
        time: timer.instant.sinceStart.count,
        stage: stages.firstIndex { $0 === timer.stage } ?? -1)
    } == model.timers
  }
}

@Suite("Timers of stages")
struct TimersTests {
  @Test("Random operations have the same effect as on a sorted list", arguments: [1, 7, 40, 900])
  func walks(_ stages: Int) {
    for seed in 0..<UInt64(stages == 900 ? 4 : 200) {
      var walk = Walk(seed: seed, stages: stages)
      for step in 0..<max(200, 4 * stages) where !walk.step() {
        Issue.record("seed \(seed) differs at step \(step)")
        return
      }
      #expect(walk.agree == true)
    }
  }

  @Test("Stopped timers leave little memory behind")
  func sweep() {
    var timers = Timers()
    let stage = Stage()
    for _ in 0..<100_000 {
      stage.timer = timers.start(Link(stage), after: Nanoseconds(3_600_000_000_000))
      timers.stop(stage.timer, of: Link(stage))
    }
    #expect(timers.count == 0 && timers.keyCount <= 1024)
  }
}
