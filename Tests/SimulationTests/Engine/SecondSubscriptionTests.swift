import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// A stage is built once and subscribed many times.
@Suite("Second subscriptions")
struct SecondSubscriptionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let transform: @Sendable (Source) throws -> Source

    init(_ name: String, _ transform: @escaping @Sendable (Source) throws -> Source) {
      testDescription = name
      self.transform = transform
    }
  }

  @Test(
    "wherever a subscription is cut, the next one equals the first", arguments: shaping + gathering)
  func again(row: Row) throws {
    for drawing in ["-12-3--(45)-|", "-12-3--(45)-#", "--|"] {
      let source = try row.transform(try marbles(drawing))
      for cut in stride(from: Int64(5), to: 160, by: 10) {
        let knife = Source.timer(ms(cut)).flatMap { _ in .fail(Fault("cut")) }
        let piece = source.merge(knife)
        let once = signals(of: Machine(piece, seed: 1).trace())
        let twice = signals(of: Machine(try piece.retry(attempts: 2), seed: 1).trace())
        let end = once.last?.at ?? .zero
        let expected = once.dropLast() + once.map { TimedSignal($0.signal, at: $0.at + end) }
        #expect(twice == Array(expected), "\(drawing) cut at \(cut) ms")
      }
    }
  }

  static let shaping: [Row] = [
    Row("take") { $0.take(3) },
    Row("skip") { $0.skip(2) },
    Row("takeWhile") { $0.takeWhile { number($0) < 4 } },
    Row("enumerated") { $0.enumerated() },
    Row("scan") { $0.scan(0) { .int(number($0) + number($1)) } },
    Row("startWith") { $0.startWith(9) },
    Row("materialize") { $0.materialize() },
    Row("takeLast") { $0.takeLast(2) },
    Row("debounce") { $0.debounce(ms(20)) },
    Row("throttle") { $0.throttle(ms(40)) },
    Row("throttle without latest") { $0.throttle(ms(40), latest: false) },
    Row("delay") { $0.delay(ms(30)) },
    Row("delaySubscription") { $0.delaySubscription(ms(20)) },
    Row("timeout") { $0.timeout(ms(30)) },
    Row("cached") { $0.cached(try CacheContents(value: 7)) },
  ]

  static let gathering: [Row] = [
    Row("takeUntil") { $0.takeUntil(.timer(ms(60))) },
    Row("merge") { $0.merge($0.delay(ms(20))) },
    Row("concat") { $0.concat($0) },
    Row("zip") { $0.zip($0.delay(ms(20)), .range(1...3)) },
    Row("flatMap") { $0.flatMap { Source.just($0).delay(ms(30)) } },
    Row("flatMapLatest") { $0.flatMapLatest { Source.just($0).delay(ms(20)) } },
    Row("concatMap") { $0.concatMap { Source.just($0).delay(ms(20)) } },
    Row("catch") { source in source.catch { _ in source.take(2) } },
    Row("fallback") { $0.fallback(to: $0.take(2)) },
    Row("retry") {
      $0.retry(
        RetryStrategy(
          rules: RetryRules(
            attempts: 3, backoff: .exponential(factor: 2, initial: .milliseconds(10)),
            deadline: .milliseconds(140))))
    },
    Row("retryWhen with a count") { $0.retryWhen { $0.take(1) } },
    Row("retryWhen with a delay") { $0.retryWhen { $0.delay(ms(20)).skip(0) } },
    Row("retryWhen with scan") {
      $0.retryWhen { errors in
        errors.scan(0) { sum, _ in .int(number(sum) + 1) }.takeWhile { number($0) < 2 }
      }
    },
  ]

  // MARK: Begun again while it is under way

  @Test(
    "a stage resubscribed by its own signal does not affect the new subscription", arguments: rows)
  func restarts(row: MarbleCase) throws {
    try row.check()
  }

  static let rows: [MarbleCase] = [
    MarbleCase(
      "take, at its last value", "-1-2|", "----|", ["0-10", "10-20", "20-30", "30-40"]
    ) {
      $0.take(1).flatMap { _ in .fail(Fault("again")) }.retryWhen { $0.take(3) }
    },
    MarbleCase("a schedule, within a group", "1(23)|", "111|", ["0-10", "10-20", "20-30"]) {
      $0.flatMap { $0 == 2 ? .fail(Fault("again")) : .just($0) }.retryWhen { $0.take(2) }
    },
    MarbleCase(
      "take, given one more value by its last one", "#", "-|", ["0-0", "10-10"]
    ) {
      $0.retryWhen { errors in Source.merge([errors.delay(ms(10)), errors.skip(1)]).take(1) }
    },
    MarbleCase("timeout, at a value", "-1-2|", "-----|", ["0-10", "10-20", "20-30"]) {
      $0.timeout(ms(25)).flatMap { _ in .fail(Fault("again")) }.retryWhen { $0.take(2) }
        .concat(Source.timer(ms(20)).filter { _ in false })
    },
  ]

  @Test("values held by a cancelled attempt are not sent by the next one")
  func held() throws {
    let fetch = Source.operation(
      try Operation(
        "fetch", latency: .constant(ms(0)),
        script: [ScriptedAnswer(.source(try marbles("1-----"))), ScriptedAnswer(.empty)]))
    #expect(play(fetch.debounce(ms(30)).timeout(ms(20)).retry()).marbles == "--|")
  }
}
