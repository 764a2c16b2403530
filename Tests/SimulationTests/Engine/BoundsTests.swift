import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// Plans that are too much, and plans that are just not.
@Suite("Bounds")
struct BoundsTests {
  private func outcome(_ source: Source) -> Outcome {
    Machine(source, seed: 1).run().outcome
  }

  // MARK: Depth

  struct Chain: Sendable, CustomTestStringConvertible {
    let name: String
    let link: @Sendable (Source) -> Source

    init(_ name: String, _ link: @escaping @Sendable (Source) -> Source) {
      self.name = name
      self.link = link
    }

    var testDescription: String { name }

    func source(depth: Int) -> Source {
      (1..<depth).reduce(.just(1)) { source, _ in link(source) }
    }
  }

  static let chains: [Chain] = [
    Chain("map") { $0.map { $0 } },
    Chain("flatMap") { $0.flatMap { .just($0) } },
    Chain("flatMapLatest") { $0.flatMapLatest { .just($0) } },
    Chain("concatMap") { $0.concatMap { .just($0) } },
    Chain("catch") { $0.catch { .fail($0) } },
    Chain("retry") { $0.retry() },
    Chain("retryWhen") { $0.retryWhen { $0 } },
    Chain("startWith") { $0.startWith(1) },
    Chain("concat") { $0.concat(.just(2)) },
    Chain("merge") { $0.merge(.just(2)) },
    Chain("takeUntil") { $0.takeUntil(.never) },
    Chain("timeout") { $0.timeout(ms(10)) },
    Chain("delay") { $0.delay(ms(10)) },
    Chain("dematerialize") { $0.dematerialize() },
  ]

  @Test("a chain of the maximum depth runs, and a deeper one is rejected", arguments: chains)
  func depth(chain: Chain) {
    let deepest = outcome(chain.source(depth: 500))
    if case .success = deepest {} else { Issue.record("\(deepest)") }
    #expect(outcome(chain.source(depth: 501)) == .stopped(.depth(500)))
  }

  @Test("an error at the bottom of the deepest chain of retries is also bounded")
  func deepRetries() throws {
    let source = try (1..<500).reduce(Source.fail(.timeout)) { source, _ in
      try source.retry(attempts: 2)
    }
    #expect(outcome(source) == .stopped(.events(100_000)))
    let handled = (1..<400).reduce(Source.fail(.timeout)) { source, _ in
      source.retryWhen { $0.take(1) }
    }
    #expect(outcome(handled) == .completed)
  }

  @Test("a plan that is far too deep is neither run nor traversed")
  func bottomless() {
    let source = (1...10_000).reduce(Source.just(1)) { source, _ in source.skip(0) }
    #expect(outcome(source) == .stopped(.depth(500)))
  }

  @Test("sources in scripts count with their depth")
  func deepScripts() throws {
    let source = try (1...600).reduce(Source.just(1)) { source, level in
      .operation(try Operation("op \(level)", script: [ScriptedAnswer(.source(source))]))
    }
    #expect(outcome(source) == .stopped(.depth(500)))
  }

  @Test("the depth of sources from closures adds to that of the surrounding plan")
  func innerDepth() {
    let inner = Self.chains[0].source(depth: 300)
    let outer = Self.chains[0].source(depth: 150).flatMap { _ in inner }
    #expect(outcome(outer) == .success(1))
    #expect(
      outcome(Self.chains[0].source(depth: 250).flatMap { _ in inner }) == .stopped(.depth(500)))
  }

  // MARK: Size

  @Test(
    "thousands of parallel sources do not count as depth",
    arguments: [
      Source.merge(Array(repeating: .just(1), count: 5000)),
      Source.zip(Array(repeating: .just(1), count: 5000)).map { _ in 1 },
      Source.concat(Array(repeating: .just(1), count: 5000)),
      Source.values(Array(repeating: 1, count: 5000)),
      Source.fail(.timeout).retryWhen { errors in
        .merge(Array(repeating: errors.take(1), count: 5000))
      }.concat(.just(1)),
    ])
  func wide(source: Source) {
    #expect(outcome(source) == .success(1))
  }

  @Test("a plan that doubles at each step is rejected before it is built")
  func doubling() {
    let source = (1...80).reduce(Source.just(1)) { source, _ in source.merge(source) }
    #expect(outcome(source) == .stopped(.events(100_000)))
    let again = Source.range(1...9).flatMap { _ in .merge([source, source]) }
    #expect(outcome(again.retry()) == .stopped(.events(100_000)))
  }

  @Test("plans that closures return repeatedly count with all their parts")
  func manyPlans() throws {
    let first = Source.operation(try Operation("first", script: [ScriptedAnswer(.never)]))
    let plan = Source.concat([first] + Array(repeating: .never, count: 5000))
    let result = Machine(.range(0...Int64.max).flatMap { _ in plan }, seed: 1).run()
    #expect(result.outcome == .stopped(.events(100_000)))
    #expect(result.tally.attempts == 19)
  }

  @Test("multiplying listeners to the errors are stopped")
  func listeners() {
    let source = Source.fail(.timeout).retryWhen { errors in
      errors.flatMap { _ in errors.startWith(1) }
    }
    #expect(outcome(source) == .stopped(.events(100_000)))
  }

  @Test("each listener to an error is an event")
  func listenersCount() throws {
    let source = try Source.marbles("#", unit: unit, named: "source").retryWhen { errors in
      .merge(Array(repeating: errors, count: 1000))
    }
    let result = Machine(source, seed: 1).run()
    #expect(result.outcome == .stopped(.events(100_000)))
    #expect(result.tally.attempts == 99)
  }

  // MARK: What waits

  @Test(
    "tens of thousands of waiting values are processed one by one",
    arguments: [
      Source.range(1...40_000).delay(ms(10)),
      Source.zip([.range(1...30_000), .interval(ms(1)).take(30_000)]).map { $0.part(0) ?? .unit },
      Source.range(1...30_000).concatMap { Source.just($0).delay(ms(1)) },
      Source.range(1...20_000).flatMap { value in Source.just(value).delay(ms(1)) },
    ])
  func queues(source: Source) {
    var limits = Limits()
    limits.events = 1_000_000
    let result = Machine(source, seed: 1, limits: limits).run()
    if case .success(.int(let last)) = result.outcome {
      #expect(last.isMultiple(of: 10_000))
    } else {
      Issue.record("\(result.outcome)")
    }
  }

  // MARK: Many calls

  @Test("names created by closures are dropped between calls without affecting them")
  func names() throws {
    let steady = Self.named("steady")
    let source = Source.timer(ms(1)).flatMap { _, draws throws(Fault) in
      let number = Int(draws.unit() * 1_000_000)
      return .merge((0..<200 + number % 100).map { Self.named("op \(number + $0)") } + [steady])
    }.concat(.timer(ms(1)).flatMap { _ in steady })
    let machine = Machine(source, seed: 4)
    for call in UInt64(0)..<20 {
      let trace = machine.trace(call: call)
      #expect(trace == Machine(source, seed: 4).trace(call: call))
      #expect(machine.nameCount < 2000)
    }
  }

  private static func named(_ name: String) -> Source {
    guard
      let latency = try? Distribution.exponential(mean: ms(100)),
      let operation = try? Operation(name, latency: latency)
    else { return .never }
    return .operation(operation).retry()
  }
}
