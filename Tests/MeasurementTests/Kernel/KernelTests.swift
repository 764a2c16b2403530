import Lanes
import PlainLanes
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("The fast path")
struct KernelTests {
  static func measured(
    _ source: Source, _ calls: Range<UInt64>, _ path: MeasurementPath?, seed: UInt64
  )
    -> Measurement
  {
    var trials = Trials(calls: calls, seed: seed)
    trials.threads = 1
    trials.path = path
    return trials.measure(source)
  }

  @Test("it gives the results of the engine, call by call, for random policies and operations")
  func agreement() throws {
    var ways: [MeasurementPath: Int] = [:]
    for seed in UInt64(0)..<400 {
      var plan = RandomPolicy(seed: seed)
      let source = try plan.source()
      ways[Trials(calls: 0..<1, seed: seed).way(of: source).path, default: 0] += 1
      let first = seed % 5 == 0 ? UInt64(1) << 32 - 20 : seed * 1000
      for call in first..<first + 2 {
        let one = call..<call + 1
        #expect(
          Self.measured(source, one, nil, seed: seed)
            == Self.measured(source, one, .engine, seed: seed), "\(seed) \(call) \(plan.words)")
      }
      let many = first..<first + 61
      let exact = Self.measured(source, many, .engine, seed: seed)
      #expect(Self.measured(source, many, nil, seed: seed) == exact, "\(seed) \(plan.words)")
      for path: MeasurementPath in [.wideVector, .plainVector] {
        #expect(Self.measured(source, many, path, seed: seed) == exact, "\(seed) \(plan.words)")
      }
    }
    #expect(ways[.vector, default: 0] > 40 && ways[.chain, default: 0] > 80)
    #expect(ways.count == 2)
  }

  @Test("layers that reply to all errors alike give the results of the engine, one inside another")
  func courses() throws {
    var ways: [MeasurementPath: Int] = [:]
    for seed in UInt64(0)..<600 {
      var plan = RandomCourse(seed: seed)
      let source = try plan.source()
      ways[Trials(calls: 0..<1, seed: seed).way(of: source).path, default: 0] += 1
      let exact = Self.measured(source, 0..<50, .engine, seed: seed)
      for path: MeasurementPath? in [nil, .chain, .plainVector] {
        let fast = Self.measured(source, 0..<50, path, seed: seed)
        #expect(fast == exact, "\(seed) \(plan.words)")
      }
    }
    #expect(ways[.vector, default: 0] > 200 && ways[.chain, default: 0] > 80)
  }

  @Test(
    "a timeout around a policy ends attempts and waits, even those that would end at the same instant"
  )
  func wholeTimeout() throws {
    let kinds = Faults.rates(
      try FaultRates([(.timeout, 0.4), (Fault("auth"), 0.1), (Fault("busy"), 0.2)]))
    let laws: [Distribution] = try [.constant(ms(10)), .exponential(mean: ms(10))]
    let backoffs: [Backoff] = [
      .constant(.milliseconds(10)), .none, jittered(5).policy.rules.backoff,
    ]
    for (index, latency) in laws.enumerated() {
      let operation = Source.operation(try Operation("fetch", latency: latency, faults: kinds))
      for backoff in backoffs {
        for limit in [0, 10, 20, 30, 45, 1000] as [Int64] {
          let source = operation.retry(
            RetryStrategy(
              rules: RetryRules(attempts: 5, backoff: backoff),
              on: FaultFilter(unless: [FaultPattern("auth")]))
          ).timeout(ms(limit), error: Fault("late"))
          #expect(Trials(calls: 0..<1, seed: 1).way(of: source).path == .vector)
          let exact = Self.measured(source, 0..<1100, .engine, seed: UInt64(index))
          for path: MeasurementPath? in [nil, .chain, .wideVector, .plainVector] {
            let fast = Self.measured(source, 0..<1100, path, seed: UInt64(index))
            #expect(fast == exact, "\(latency.law) \(backoff) \(limit)")
          }
        }
      }
    }
  }

  @Test("threads and partitions do not matter")
  func partitions() throws {
    let source = try fetch(fails: 0.5).retry(jittered(4))
    let trials = Trials(calls: 0..<20_001, seed: 1)
    let whole = trials.on(threads: 1).measure(source)
    #expect(trials.way(of: source).path == .vector)
    #expect(trials.on(threads: 2).measure(source) == whole)
    let parts = [0..<7, 7..<1031, 1031..<20_001].map { trials.over($0).measure(source) }
    #expect(parts[2].merged(with: parts[0]).merged(with: parts[1]) == whole)
  }

  @Test("the path is the fastest that supports a call, and the reason for the engine is given")
  func way() throws {
    let operation = try fetch(fails: 0.5)
    var trials = Trials(calls: 0..<10, seed: 1)
    let deadline = RetryStrategy(rules: RetryRules(attempts: 3, deadline: .seconds(1)))
    let plain: [Source] = [
      operation, operation.retry(jittered(4)), operation.retry(), operation.timeout(ms(50)),
      operation.timeout(ms(50)).retry(deadline), operation.retry(jittered(2)).timeout(ms(50)),
      operation.map { $0 }.retry(jittered(2)).catchAndReturn(1),
    ]
    for source in plain {
      #expect(trials.way(of: source).path == .vector)
      #expect(trials.singleWay(of: source).path == .chain)
    }
    let chains: [Source] = [
      operation.timeout(ms(50), error: Fault("late")).retry(deadline),
      operation.timeout(ms(20)).retry(jittered(2)).timeout(ms(50)),
      operation.retry(deadline).timeout(ms(50)),
      operation.timeout(ms(50), error: Fault("auth")).retry(
        RetryStrategy(
          rules: RetryRules(attempts: 3), on: FaultFilter(unless: [FaultPattern("auth")]))),
      .operation(try Operation("fetch", hangs: 0.1)),
      .operation(try Operation("fetch", script: [ScriptedAnswer(.ok)])),
    ]
    for source in chains { #expect(trials.way(of: source) == ExecutionPath(.chain)) }
    let others: [(Source, String)] = [
      (operation.merge(.never), "'merge' requires it"), (.never, "'never' requires it"),
      (
        operation.map { (_, draws) throws(Fault) in .double(draws.unit()) },
        "the closure of 'map' draws random numbers"
      ),
      (try Source.zip([operation, operation]).retry(attempts: 2), "'zip' requires it"),
      (operation.catch { (_) throws(Fault) in .timer(ms(1)) }, "'catch' continues with a source"),
    ]
    for (source, reason) in others {
      #expect(trials.way(of: source) == ExecutionPath(.engine, because: reason))
    }
    trials.path = .engine
    #expect(trials.way(of: operation) == ExecutionPath(.engine, because: "as set"))
  }

  @Test(
    "a call that makes too many attempts is stopped as by the engine",
    arguments: [nil, 30, 120, 124, 125, 126, 200], [60, 500])
  func endless(attempts: Int?, events: Int) throws {
    let fetch = try fetch(fails: 1, latency: .constant(ms(1)))
    let source = try attempts.map(fetch.retry(attempts:)) ?? fetch.retry()
    var trials = Trials(calls: 0..<3, seed: 1)
    trials.limits.events = events
    #expect(trials.way(of: source).path == .vector)
    let measured = trials.measure(source)
    trials.path = .engine
    #expect(measured == trials.measure(source))
    if attempts == nil { #expect(measured.outcomes.stopped == 3) }
  }

  @Test("small blocks give the same results", arguments: [900, 1500, 4000])
  func longCalls(attempts: Int) throws {
    let source = try fetch(fails: 1, latency: .constant(ms(1))).retry(attempts: attempts)
    let calls: Range<UInt64> = 0..<20
    let measured = Self.measured(source, calls, nil, seed: 1)
    #expect(Trials(calls: calls, seed: 1).way(of: source).path == .vector)
    #expect(measured == Self.measured(source, calls, .engine, seed: 1))
  }
}

@Suite("Lanes")
struct LaneTests {
  static func words(_ count: Int) -> [UInt64] {
    var draws = Draws(DrawKey(seed: 4, name: "lanes"), call: 0, attempt: 0, purpose: .closure)
    return (0..<count).map { _ in draws.next() }
  }

  @Test("draws in lanes equal those of the generator, in both halves of the call number")
  func draws() {
    let block = LaneBlock(PlainLanes.Loops.self)
    let draws = LaneDraws()
    defer { draws.free() }
    for (index, word) in Self.words(50).enumerated() {
      let key = DrawKey(word: word, name: "x")
      let (high, attempt) = (word >> 50, index + 1)
      for lane in 0..<8 { block.calls[lane] = high << 32 | (word &+ UInt64(lane)) & 0xFFFF_FFFF }
      draws.prepare(key: key, callHigh: high, attempt: attempt, purpose: .jitter)
      Loops.draw(draws, block.first, block.second, calls: block.calls, count: 8)
      Loops.draw(draws, block.endElapsed, calls: block.calls, count: 8)
      for lane in 0..<8 {
        var scalar = Draws(
          key, call: block.calls[lane], attempt: UInt32(attempt), purpose: .jitter)
        #expect(block.first[lane] == scalar.next() && block.second[lane] == scalar.next())
        #expect(block.endElapsed[lane] == block.first[lane])
      }
    }
  }

  @Test("draws for whole lanes stay within their columns")
  func end() {
    let columns = [0, 1, 2].map { _ in Column.allocate(capacity: 16) }
    defer { columns.forEach { $0.deallocate() } }
    for column in columns { column.initialize(repeating: 7, count: 16) }
    let draws = LaneDraws()
    defer { draws.free() }
    draws.prepare(key: DrawKey(seed: 1, name: "x"), callHigh: 0, attempt: 1, purpose: .attempt)
    Loops.draw(draws, columns[0], columns[1], calls: columns[2], count: 8)
    Loops.draw(draws, columns[0], calls: columns[2], count: 8)
    Loops.decide(columns[0], count: 8, failures: 0.5, in: nil)
    Loops.exponential(columns[1], count: 8, negativeMean: -1)
    for column in columns { #expect((8..<16).allSatisfy { column[$0] == 7 }) }
  }

  @Test("lanes are at most as wide as requested")
  func width() {
    #expect(LaneWidth(.plainVector) == .plain)
    #expect(LaneWidth(.wideVector) <= .wide)
    #expect(LaneWidth(.wideVector) <= LaneWidth(nil))
  }

  @Test("units, logarithms and rounding equal their scalar counterparts bit by bit")
  func reals() {
    for word in Self.words(20_000) + [0, .max, 1 << 12] {
      var unit = Word(word)
      let u = unit.unit()
      let lanes = WordLanes(repeating: word).units
      #expect(lanes[0] == u)
      #expect((1 - lanes).logarithms[3] == Elementary.logarithm(ofNormal: 1 - u))
      let time = u * Double(1 << (word % 51))
      let times = RealLanes(repeating: time)
      #expect(times.rounded[1] == UInt64(Nanoseconds(rounding: time).count))
      #expect(times.truncated[2] == UInt64(time))
    }
  }

  @Test(
    "halves are rounded away from zero",
    arguments: [0, 0.49999999999999994, 0.5, 1.5, 2.5, 0x1p50 + 0.5, 0x1p51 - 0.5])
  func halves(value: Double) {
    let rounded = RealLanes(repeating: value).rounded[0]
    #expect(rounded == UInt64(Nanoseconds(rounding: value).count))
  }

  @Test("numbers are counted in the bins of a histogram")
  func bins() {
    let column = Column.allocate(capacity: 1028)
    defer { column.deallocate() }
    for count in [0, 1, 2, 3, 4, 5, 1000] {
      let numbers = Self.words(count).map { $0 >> (13 + $0 % 51) }
      let counter = BinCounter()
      for (index, number) in numbers.enumerated() { column[index] = number }
      counter.add(column, count: count, PlainLanes.Loops.self)
      #expect(counter.histogram == HistogramTests.histogram(numbers.map { Int64($0) }))
    }
  }

  private struct Word: RandomNumberGenerator {
    let word: UInt64
    init(_ word: UInt64) { self.word = word }
    func next() -> UInt64 { word }
  }
}
