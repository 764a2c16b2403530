import Measurement
import RetryNumerics
import Simulation
import Synchronization
import Testing
import VirtualTime

/// Measurements are the same however their calls are divided.
@Suite("Divided between engines") struct DivisionTests {
  static let trials: Trials = {
    var trials = Trials(calls: 0..<400, seed: 11)
    trials.limits.events = 400
    return trials
  }()

  /// Makes a measurement by so many engines, whose parts merge in another order than that of their calls.
  static func divide<Result>(
    _ trials: Trials, _ count: Int, _ measure: (Trials) -> Result
  ) -> Result {
    // A measurement may take several steps, each of which needs the parts of those before it.
    let steps = Mutex<[[[UInt8]]]>([])
    while true {
      let known = steps.withLock { $0 }
      let isShort = Mutex(false)
      func run(_ portion: Division.Portion, _ tell: @escaping @Sendable ([UInt8]) -> Void) -> Result
      {
        var divided = trials
        let place = Atomic(0)
        divided.division = Division(
          ofAtLeast: .zero,
          portion: { _ in
            let step = place.add(1, ordering: .relaxed).oldValue
            if step < known.count { return .parts(known[step]) }
            isShort.withLock { $0 = true }
            return step == known.count ? portion : .none
          }, tell: tell)
        return measure(divided)
      }
      let result = run(.none) { _ in }
      guard isShort.withLock({ $0 }) else { return result }
      let parts = Mutex<[[UInt8]]>([])
      for index in (0..<count).reversed() {
        _ = run(.shard(index, of: count)) { part in parts.withLock { $0.append(part) } }
      }
      steps.withLock { $0.append(parts.withLock { $0 }) }
    }
  }

  @Test("measurements of calls", arguments: [1, 2, 7, 500])
  func measures(count: Int) throws {
    for source in try assortedSources() {
      #expect(Self.divide(Self.trials, count) { $0.measure(source) } == Self.trials.measure(source))
    }
  }

  @Test("comparisons", arguments: [1, 3])
  func comparisons(count: Int) throws {
    let sources = try assortedSources()
    #expect(Self.divide(Self.trials, count) { $0.compare(sources) } == Self.trials.compare(sources))
    // More values than are stored one by one.
    let many = Self.trials.over(0..<100_000)
    let fast = [try fetch(fails: 0.3), try fetch(fails: 0.3).retry(jittered(3))]
    #expect(Self.divide(many, count) { $0.compare(fast) } == many.compare(fast))
  }

  @Test("searches of calls, also in two steps")
  func searches() throws {
    for source in try assortedSources() {
      let found = { @Sendable (trials: Trials) in
        trials.find(.calls(source), first: 5) { $0.duration > ms(100) }
      }
      #expect(Self.divide(Self.trials, 3, found) == found(Self.trials))
      let longest = { @Sendable (trials: Trials) in
        trials.longestCalls(of: .calls(source), count: 6)
      }
      #expect(Self.divide(Self.trials, 3, longest) == longest(Self.trials))
      let median = { @Sendable (trials: Trials) in trials.call(of: .calls(source), at: 0.5) }
      #expect(Self.divide(Self.trials, 3, median) == median(Self.trials))
    }
  }

  @Test("runs of loads, with their series, servers, strategies and phases", arguments: [1, 2, 9])
  func loads(count: Int) throws {
    for load in try assortedLoads() {
      let trials = Trials(calls: 0..<5, seed: 3)
      let (divided, whole) = (Self.divide(trials, count) { $0.measure(load) }, trials.measure(load))
      #expect(divided.runs == whole.runs && divided.planned == whole.planned)
    }
  }

  @Test("parts that are merged in another order give the same bytes")
  func orders() throws {
    let load = try #require(assortedLoads().first)
    let source = try fetch(fails: 0.4).retry(jittered(3))
    let kinds: [@Sendable (Trials) -> Void] = [
      { _ = $0.measure(source) },
      { _ = $0.compare([source, try? fetch(fails: 0.3)].compactMap(\.self)) },
      { _ = $0.find(.calls(source), first: 5) { $0.duration > ms(100) } },
      { _ = $0.longestCalls(of: .calls(source), count: 6) }, { _ = $0.measure(load) },
    ]
    for measure in kinds {
      func told(_ portion: Division.Portion) -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        var trials = Trials(calls: 0..<8, seed: 3)
        trials.division = Division(
          ofAtLeast: .zero, portion: { _ in portion },
          tell: { part in bytes.withLock { $0 = part } })
        measure(trials)
        return bytes.withLock { $0 }
      }
      let parts = (0..<4).map { told(.shard($0, of: 4)) }
      #expect(!parts[0].isEmpty && told(.sum(parts)) == told(.sum(parts.reversed())))
    }
  }

  @Test("an error keeps its payload, of any kind")
  func payloads() throws {
    let payloads: [Value] = [
      .unit, .bool(true), .int(-3), .int(Int64.min), .double(-0.25), .duration(ms(3)),
      .text("ü\u{0}"),
      .fault(Fault("a", .fault(Fault("b")), retryAfter: ms(5))), .tuple([.int(1), .text("")]),
      .list([]),
      .object(["a": .list([.unit]), "b": .int(2)]), .signal(.completed), .signal(.value(.int(1))),
      .signal(.failed(.timeout)),
    ]
    for payload in payloads {
      let fault = Fault("error", payload)
      var copy = Fault("")
      #expect(ByteCoder.read(&copy, from: ByteCoder.bytes(of: fault)) && copy == fault)
    }
  }

  @Test("equal parts have equal bytes, also of dictionaries")
  func bytes() throws {
    for source in try assortedSources() {
      let (one, two) = (Self.trials.measure(source), Self.trials.on(threads: 1).measure(source))
      #expect(ByteCoder.bytes(of: one) == ByteCoder.bytes(of: two))
    }
  }

  @Test("what is cut off or changed is found, or read as other numbers; nothing traps")
  func damage() throws {
    var measured = Measurement()
    for source in try assortedSources() { measured.merge(Self.trials.measure(source)) }
    let bytes = ByteCoder.bytes(of: measured)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var copy = Measurement()
      #expect(
        !ByteCoder.read(
          &copy, from: Array(bytes.prefix(.random(in: 0..<bytes.count, using: &random)))))
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[.random(in: changed.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      var other = Measurement()
      _ = ByteCoder.read(&other, from: changed)
    }
    #expect(Self.divide(Self.trials.over(0..<9), 1) { $0.measure(.fail(.timeout)) }.calls == 9)
  }

  @Test("a part that cannot be read is no part, so the measurement is made here")
  func foreign() throws {
    let source = try fetch(fails: 0.4)
    var trials = Self.trials
    trials.division = Division(
      ofAtLeast: .zero, portion: { _ in .parts([[1, 2, 3]]) }, tell: { _ in })
    #expect(trials.measure(source) == Self.trials.measure(source))
  }

  @Test("short measurements are not divided")
  func short() throws {
    let source = try fetch(fails: 0.4)
    let asked = Atomic(0)
    let counts = [(400, 0), (100_000_000, 1)].map { calls, _ in
      var trials = Self.trials.over(0..<UInt64(calls))
      trials.division = Division(
        ofAtLeast: ms(100),
        portion: { _ in
          asked.add(1, ordering: .relaxed)
          return .none
        }, tell: { _ in })
      return (trials.measure(source).calls, asked.load(ordering: .relaxed))
    }
    #expect(counts[0] == (400, 0) && counts[1] == (0, 1))
  }

  @Test("shards are of equal size up to one call, and cover all")
  func shards() {
    for (calls, count) in [(10, 3), (2, 5), (1_000_003, 64), (7, 1)] {
      let range = UInt64(5)..<UInt64(5 + calls)
      let shards = (0..<count).map { range.shard($0, of: count) }
      #expect(shards.flatMap { Array($0.prefix(2)) }.count <= calls)
      #expect(shards.first?.lowerBound == 5 && shards.last?.upperBound == range.upperBound)
      #expect(zip(shards, shards.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      let sizes = shards.map(\.count)
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }
  }
}

/// Loads with servers, with phases, and of clients that call a number of times.
private func assortedLoads() throws -> [Load] {
  let server = try Server(
    "server", slots: 2, service: .exponential(mean: ms(20)), queue: 5, expires: ms(50))
  let outages = try Outages(.during([Instant(ms(1000))..<Instant(ms(1500))]))
  let call = Source.operation(
    try Operation("call", faults: .rates(FaultRates(0.1, of: .timeout)), on: .server(server)))
  let disturbed = Source.operation(
    try Operation("call", latency: .constant(ms(20)), outages: outages))
  return [
    try Load(call.retry(jittered(3)), .open(perSecond: 120), for: ms(3000), warmup: ms(500)),
    try Load(disturbed.retry(jittered(2)), .open(perSecond: 50), for: ms(4000), drain: ms(1000)),
    try Load(call, .closed(clients: 3, think: .constant(ms(40))), for: ms(2000)),
  ]
}
