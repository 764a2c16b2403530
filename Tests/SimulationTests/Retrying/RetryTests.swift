import Retry
import Simulation
import Testing
import VirtualTime

@Suite("retry")
struct RetryTests {
  @Test("subscribes as often as its count and its policy allow", arguments: counts + policies)
  func table(row: MarbleCase) throws {
    try row.check()
  }

  static let counts: [MarbleCase] = [
    MarbleCase("a count is of attempts in all", "-1#", "-1-1-1#", ["0-20", "20-40", "40-60"]) {
      try $0.retry(attempts: 3)
    },
    MarbleCase("retries are counted after the first", "-1#", "-1-1#", ["0-20", "20-40"]) {
      try $0.retry(retries: 1)
    },
    MarbleCase("one attempt is no retry", "-1#", "-1#", ["0-20"]) { try $0.retry(attempts: 1) },
    MarbleCase("no attempts complete empty, without subscribing", "-1#", "|", []) {
      try $0.retry(attempts: 0)
    },
    MarbleCase("no retries are one attempt", "-1#", "-1#", ["0-20"]) { try $0.retry(retries: 0) },
    MarbleCase("success ends it", "-1-2|", "-1-2|", ["0-40"]) { try $0.retry(attempts: 3) },
    MarbleCase("completion without a value ends it too", "--|", "--|", ["0-20"]) { $0.retry() },
    MarbleCase("a source that never ends is never tried again", "-1-", "-1", ["0-10"]) {
      $0.retry()
    },
    MarbleCase(
      "without a count it goes on for ever", "-1#", "-1-1-1-|", ["0-20", "20-40", "40-60", "60-70"]
    ) {
      $0.retry().takeUntil(.timer(ms(70)))
    },
    MarbleCase("two in a row multiply", "-#", "----#", ["0-10", "10-20", "20-30", "30-40"]) {
      try $0.retry(attempts: 2).retry(attempts: 2)
    },
    MarbleCase(
      "a thousand sources that fail at once do not overflow the stack", "#", "#",
      Array(repeating: "0-0", count: 1000)
    ) {
      try $0.retry(attempts: 1000)
    },
    MarbleCase("retry around one stage repeats it alone", "-1|", "---#", ["0-20"]) { source in
      let stage = try Source.timer(ms(10)).flatMap { _ in .fail(Fault("late")) }
        .retry(attempts: 2)
      return source.concatMap { _ in stage }
    },
  ]

  static let policies: [MarbleCase] = [
    MarbleCase(
      "a constant backoff waits between attempts", "-#", "-------#", ["0-10", "30-40", "60-70"]
    ) {
      $0.retry(rules(attempts: 3, backoff: .constant(.milliseconds(20))))
    },
    MarbleCase(
      "an exponential backoff doubles", "-#", "----------#", ["0-10", "20-30", "50-60", "90-100"]
    ) {
      $0.retry(
        rules(
          attempts: 4, backoff: .linear(increment: .milliseconds(10), initial: .milliseconds(10))))
    },
    MarbleCase("an error that the filter refuses fails at once", "-#", "-#", ["0-10"]) {
      $0.retry(
        RetryStrategy(
          rules: RetryRules(attempts: 5), on: FaultFilter(on: [FaultPattern("timeout")])))
    },
    MarbleCase("an error that is excepted fails at once", "-#", "-#", ["0-10"]) {
      $0.retry(
        RetryStrategy(
          rules: RetryRules(attempts: 5), on: FaultFilter(unless: [FaultPattern("error")])))
    },
    MarbleCase("a policy may end well when it is exhausted", "-#", "--|", ["0-10", "10-20"]) {
      $0.retry(RetryStrategy(rules: RetryRules(attempts: 2, exhausted: .complete)))
    },
    MarbleCase(
      "deadline, refuse: gives up rather than wait beyond it", "-#", "----#", ["0-10", "30-40"]
    ) {
      $0.retry(deadline(55, .refuse))
    },
    MarbleCase("deadline, clamp: waits only up to it", "-#", "------#", ["0-10", "30-40", "55-65"])
    {
      $0.retry(deadline(55, .clamp))
    },
    MarbleCase("deadline, after: waits, then looks", "-#", "------#", ["0-10", "30-40"]) {
      $0.retry(deadline(55, .after))
    },
  ]

  private static func rules(attempts: Int?, backoff: Backoff) -> RetryStrategy {
    RetryStrategy(rules: RetryRules(attempts: attempts, backoff: backoff))
  }

  /// A strategy that waits 20 ms and has so many milliseconds in all.
  private static func deadline(_ limit: Int, _ rule: DeadlineRule) -> RetryStrategy {
    RetryStrategy(
      rules: RetryRules(
        attempts: nil, backoff: .constant(.milliseconds(20)), deadline: .milliseconds(limit),
        deadlineRule: rule))
  }

  @Test("a server's hint replaces the backoff if it is honoured")
  func hint() throws {
    let throttled = Fault("throttled", retryAfter: ms(40))
    let source = try Source.marbles("-#", unit: unit, error: throttled, named: "source")
    let rules = RetryRules(attempts: 2, backoff: .constant(.milliseconds(10)))
    let honoured = play(source.retry(RetryStrategy(rules: rules)))
    let deaf = RetryRules(attempts: 2, backoff: .constant(.milliseconds(10)), hintRule: nil)
    let ignored = play(source.retry(RetryStrategy(rules: deaf)))
    #expect(honoured.subscriptions == ["0-10", "50-60"])
    #expect(ignored.subscriptions == ["0-10", "20-30"])
  }

  @Test("negative counts are rejected", arguments: [-1, .min])
  func refusals(count: Int) {
    #expect(throws: InvalidArgument.self) { try Source.empty.retry(attempts: count) }
    #expect(throws: InvalidArgument.self) { try Source.empty.retry(retries: count) }
  }

  @Test("the largest counts do not overflow")
  func greatest() throws {
    #expect(play(try Source.just(1).retry(retries: .max)).outcome == .success(1))
  }

  @Test("waiting times are added up, including that of a cut wait")
  func waited() throws {
    let strategy = Self.rules(attempts: 3, backoff: .constant(.milliseconds(20)))
    let whole = Machine(try marbles("-#").retry(strategy), seed: 1).run()
    let cut = Machine(try marbles("-#").retry(strategy).timeout(ms(15)), seed: 1).run()
    #expect(whole.tally.waited == ms(40))
    #expect(cut.tally.waited == ms(5))
  }
}
