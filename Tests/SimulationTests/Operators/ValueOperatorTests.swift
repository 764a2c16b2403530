import Simulation
import Testing

@Suite("Operators on values")
struct ValueOperatorTests {
  @Test("each sends the same signals as in RxSwift, at the same times", arguments: cases)
  func table(row: MarbleCase) throws {
    try row.check()
  }

  static let cases: [MarbleCase] = mapping + choosing + gathering

  static let mapping: [MarbleCase] = [
    MarbleCase("map applies a closure", "-1-2-|", "-2-4-|", ["0-50"]) {
      $0.map { .int(number($0) * 2) }
    },
    MarbleCase("map passes an error on", "-1-#", "-2-#", ["0-30"]) {
      $0.map { .int(number($0) * 2) }
    },
    MarbleCase("an error of map's closure fails at once", "-1-2-|", "-1-#", ["0-30"]) {
      $0.map { value throws(Fault) in
        if value == 2 { throw Fault("bad") }
        return value
      }
    },
    MarbleCase("scan sends the sums so far", "-1-2-3|", "-1-3-6|", ["0-60"]) {
      $0.scan(0) { .int(number($0) + number($1)) }
    },
    MarbleCase("scan of nothing sends nothing", "--|", "--|", ["0-20"]) {
      $0.scan(5) { sum, _ in sum }
    },
    MarbleCase("enumerated numbers from zero", "-a-b-c#", "-0-1-2#", ["0-60"]) {
      $0.enumerated().map { $0.part(0) ?? .unit }
    },
    MarbleCase("enumerated keeps the element", "-7-8|", "-7-8|", ["0-40"]) {
      $0.enumerated().map { $0.part(1) ?? .unit }
    },
    MarbleCase("startWith sends first", "----3|", "(12)3|", ["0-50"]) { $0.startWith(1, 2) },
    MarbleCase("materialize makes ends values", "-1-#", "-0-(1|)", ["0-30"]) {
      $0.materialize().map {
        if case .signal(let signal) = $0 { signal.isEnd ? 1 : 0 } else { 9 }
      }
    },
    MarbleCase("dematerialize is its inverse", "-1-2#", "-1-2#", ["0-40"]) {
      $0.materialize().dematerialize()
    },
    MarbleCase("dematerialize passes other values on", "-1|", "-1|", ["0-20"]) {
      $0.dematerialize()
    },
    MarbleCase("do changes nothing", "-1-2#", "-1-2#", ["0-40"]) { $0.do { _ in "seen" } },
  ]

  static let choosing: [MarbleCase] = [
    MarbleCase("filter drops what it refuses", "-1-2-3-4|", "---2---4|", ["0-80"]) {
      $0.filter { number($0) % 2 == 0 }
    },
    MarbleCase("an error of filter's closure fails", "-1-2|", "-#", ["0-10"]) {
      $0.filter { _ throws(Fault) in throw Fault("bad") }
    },
    MarbleCase("take completes with its last value", "-1-2-3|", "-1-(2|)", ["0-30"]) { $0.take(2) },
    MarbleCase("take zero does not subscribe", "-1|", "|", []) { $0.take(0) },
    MarbleCase("take fails before its count", "-1-#", "-1-#", ["0-30"]) { $0.take(2) },
    MarbleCase("take completes with a source that is shorter", "-1|", "-1|", ["0-20"]) {
      $0.take(5)
    },
    MarbleCase("takeWhile leaves the refused value out", "-1-2-3-1|", "-1-2-|", ["0-50"]) {
      $0.takeWhile { number($0) < 3 }
    },
    MarbleCase("takeWhile of the first refused completes empty", "-5|", "-|", ["0-10"]) {
      $0.takeWhile { number($0) < 3 }
    },
    MarbleCase("an error of takeWhile's closure fails", "-1|", "-#", ["0-10"]) {
      $0.takeWhile { _ throws(Fault) in throw Fault("bad") }
    },
    MarbleCase("takeUntil completes at the other's value", "-1-2-3-4|", "-1-2-|", ["0-50"]) {
      $0.takeUntil(try marbles("-----1"))
    },
    MarbleCase("takeUntil does not end with the other's completion", "-1-2|", "-1-2|", ["0-40"]) {
      $0.takeUntil(try marbles("--|"))
    },
    MarbleCase("takeUntil fails with the other", "-1-2|", "-1#", ["0-20"]) {
      $0.takeUntil(try marbles("--#"))
    },
    MarbleCase("takeUntil something at once does not subscribe", "-1|", "|", []) {
      $0.takeUntil(.just(1))
    },
    MarbleCase("skip drops the first", "-1-2-3|", "-----3|", ["0-60"]) { $0.skip(2) },
    MarbleCase("skip of more than there is completes", "-1-2|", "----|", ["0-40"]) { $0.skip(5) },
    MarbleCase("skip of none passes all", "-1#", "-1#", ["0-20"]) { $0.skip(0) },
  ]

  static let gathering: [MarbleCase] = [
    MarbleCase("concat subscribes after completion", "-1|", "-1-1|", ["0-20", "20-40"]) {
      $0.concat($0)
    },
    MarbleCase("concat stops at an error", "-1#", "-1#", ["0-20"]) { $0.concat(.just(5)) },
    MarbleCase("merge sends as it comes", "-1---2|", "-1-8-2-9|", ["0-60"]) {
      $0.merge(try marbles("---8---9|"))
    },
    MarbleCase("merge fails with the first error", "-1---2|", "-1-#", ["0-30"]) {
      $0.merge(try marbles("---#"))
    },
    MarbleCase("merge of none completes", "-1|", "|", []) { _ in .merge([]) },
    MarbleCase("merge of one is that one", "-1|", "-1|", ["0-20"]) { .merge([$0]) },
    MarbleCase("zip pairs first with first", "-1--2--|", "--4-6--|", ["0-70"]) {
      $0.zip(try marbles("--3-4|")).map { pair in
        .int(number(pair.part(0) ?? 0) + number(pair.part(1) ?? 0))
      }
    },
    MarbleCase(
      "zip may complete at the value that can find no partner", "-1-2-3-4-|", "-1-2-|", ["0-50"]
    ) {
      .zip([$0, .range(1...2)], unpaired: .completes).map { $0.part(0) ?? .unit }
    },
    MarbleCase(
      "zip of two streams completes when both have", "-1-2-3-4-|", "-1-2-----|", ["0-90"]
    ) {
      $0.zip(.range(1...2)).map { $0.part(0) ?? .unit }
    },
    MarbleCase("buffer sends so many at a time, and the rest", "-1-2-3-|", "---2---(1|)", ["0-70"])
    {
      $0.buffer(nil, count: 2).map { .int(Self.count(of: $0)) }
    },
    MarbleCase(
      "buffer sends what a time brings, be it nothing", "-1-2-----3|", "----2---0-(1|)", ["0-100"]
    ) {
      $0.buffer(ms(40), count: nil).map { .int(Self.count(of: $0)) }
    },
    MarbleCase(
      "the time of buffer begins anew with a full list", "-12------|", "--2---0--(0|)", ["0-90"]
    ) {
      $0.buffer(ms(40), count: 2).map { .int(Self.count(of: $0)) }
    },
    MarbleCase("buffer drops what waits at an error", "-1-2-3#", "---2--#", ["0-60"]) {
      $0.buffer(nil, count: 2).map { .int(Self.count(of: $0)) }
    },
    MarbleCase("buffer sends an empty list at the end of nothing", "---|", "---(0|)", ["0-30"]) {
      $0.buffer(nil, count: 2).map { .int(Self.count(of: $0)) }
    },
    MarbleCase("takeLast sends the last values at the end", "-1-2-3-|", "-------(23|)", ["0-70"]) {
      $0.takeLast(2)
    },
    MarbleCase("takeLast sends all if there are fewer", "-1-|", "---(1|)", ["0-30"]) {
      $0.takeLast(2)
    },
    MarbleCase("takeLast of none sends the end alone", "-1-|", "---|", ["0-30"]) {
      $0.takeLast(0)
    },
    MarbleCase("takeLast drops what waits at an error", "-1-2-#", "-----#", ["0-50"]) {
      $0.takeLast(1)
    },
    MarbleCase("takeLast stops if the caller has enough", "-1-2-|", "-----(1|)", ["0-50"]) {
      $0.takeLast(2).take(1)
    },
    MarbleCase("zip fails with either", "-1-#", "---#", ["0-30"]) { $0.zip(.never) },
    MarbleCase("flatMap merges what its closure gives", "-1-2----|", "--1-2-1-2|", ["0-80"]) {
      $0.flatMap { Self.twice($0) }
    },
    MarbleCase("flatMap waits for the inner sources", "-1|", "--1---1|", ["0-20"]) {
      $0.flatMap { Self.twice($0) }
    },
    MarbleCase("flatMap fails with an inner error", "-1-2|", "-#", ["0-10"]) {
      $0.flatMap { _ in .fail(Fault("bad")) }
    },
    MarbleCase("an error of flatMap's closure fails", "-1-2|", "-#", ["0-10"]) {
      $0.flatMap { _ throws(Fault) in throw Fault("bad") }
    },
    MarbleCase("flatMapLatest cancels the one before", "-1-2|", "--1-2---2|", ["0-40"]) {
      $0.flatMapLatest { Self.twice($0) }
    },
    MarbleCase("concatMap queues", "-1-2|", "--1---1-2---2|", ["0-40"]) {
      $0.concatMap { Self.twice($0) }
    },
    MarbleCase("concatMap over things at once keeps the order", "(123)|", "(123)|", ["0-50"]) {
      $0.concatMap { .just($0) }
    },
  ]

  /// The number of values in a list.
  static func count(of list: Value) -> Int {
    if case .list(let values) = list { values.count } else { -1 }
  }

  /// Returns a source that sends a value at 10 ms and at 50 ms, and completes at 60 ms.
  static func twice(_ value: Value) -> Source {
    .schedule([
      TimedSignal(.value(value), at: ms(10)), TimedSignal(.value(value), at: ms(50)),
      TimedSignal(.completed, at: ms(60)),
    ])
  }
}

@Suite("A schedule of signals")
struct ScheduleTests {
  @Test("ends with its first end, whatever follows")
  func end() {
    let signals = [
      TimedSignal(.value(1), at: ms(10)), TimedSignal(.completed, at: ms(20)),
      TimedSignal(.value(2), at: ms(30)), TimedSignal(.value(3), at: ms(40)),
    ]
    #expect(play(.schedule(signals)).marbles == "-1|")
  }
}
