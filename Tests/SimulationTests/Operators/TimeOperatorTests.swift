import Simulation
import Testing

@Suite("Operators on time")
struct TimeOperatorTests {
  @Test(
    "each sends the same signals as in RxSwift, at the same times",
    arguments: delaying + thinning + limiting)
  func table(row: MarbleCase) throws {
    try row.check()
  }

  static let delaying: [MarbleCase] = [
    MarbleCase("delay moves values and completion", "-1-2|", "---1-2|", ["0-40"]) {
      $0.delay(ms(20))
    },
    MarbleCase("delay does not hold an error back", "-1-2#", "---1#", ["0-40"]) {
      $0.delay(ms(20))
    },
    MarbleCase("delay drops what an error overtakes", "-1#", "--#", ["0-20"]) {
      $0.delay(ms(50))
    },
    MarbleCase("delay of nothing is no delay", "-1|", "-1|", ["0-20"]) { $0.delay(ms(-5)) },
    MarbleCase("delay keeps a group together", "(12)|", "--(12)|", ["0-40"]) { $0.delay(ms(20)) },
    MarbleCase("delaySubscription subscribes later", "-1|", "----1|", ["30-50"]) {
      $0.delaySubscription(ms(30))
    },
    MarbleCase("delaySubscription cancelled in its wait never subscribes", "-1|", "-|", []) {
      $0.delaySubscription(ms(30)).takeUntil(.timer(ms(10)))
    },
  ]

  static let thinning: [MarbleCase] = [
    MarbleCase("debounce sends what is followed by quiet", "-12---3-|", "----2---(3|)", ["0-80"]) {
      $0.debounce(ms(20))
    },
    MarbleCase("debounce drops what an error follows", "-1#", "--#", ["0-20"]) {
      $0.debounce(ms(20))
    },
    MarbleCase("debounce at completion sends what waits", "1|", "-(1|)", ["0-10"]) {
      $0.debounce(ms(50))
    },
    MarbleCase("throttle sends the first, then the latest", "123-4----5|", "1--3--4--5|", ["0-100"])
    {
      $0.throttle(ms(30))
    },
    MarbleCase("throttle without latest drops what comes early", "123-4|", "1---4|", ["0-50"]) {
      $0.throttle(ms(30), latest: false)
    },
    MarbleCase("throttle without latest takes a value at its very end", "1--2|", "1--2|", ["0-40"])
    {
      $0.throttle(ms(30), latest: false)
    },
    MarbleCase("throttle's completion waits for the value it holds", "12|", "1---(2|)", ["0-20"]) {
      $0.throttle(ms(40))
    },
    MarbleCase("throttle drops what it holds at an error", "12#", "1-#", ["0-20"]) {
      $0.throttle(ms(40))
    },
  ]

  static let limiting: [MarbleCase] = [
    MarbleCase("timeout fails when nothing comes", "-----1|", "---#", ["0-30"]) {
      $0.timeout(ms(30))
    },
    MarbleCase("timeout counts anew from each value", "--1--2--3|", "--1--2--3|", ["0-90"]) {
      $0.timeout(ms(30))
    },
    MarbleCase("timeout leaves a source alone that ends in time", "--#", "--#", ["0-20"]) {
      $0.timeout(ms(30))
    },
    MarbleCase(
      "timeout at the very time of a value comes first, as it was set first", "---1|", "---#",
      ["0-30"]
    ) { $0.timeout(ms(30)) },
    MarbleCase(
      "timeout counts from a value only when that has been heard", "-1--------|", "----(1#)",
      ["0-40"]
    ) { $0.timeout(ms(30)).delay(ms(30)) },
    MarbleCase(
      "timeout of each attempt stands inside retry", "------1|", "-------#", ["0-30", "30-60"]
    ) {
      try $0.timeout(ms(30)).retry(attempts: 2).delay(ms(10))
        .catch { .fail($0).delaySubscription(ms(10)) }
    },
    MarbleCase(
      "timeout of the whole stands outside retry", "--#", "-----#", ["0-20", "20-40", "40-50"]
    ) {
      $0.retry().timeout(ms(50))
    },
  ]

  @Test("interval counts from zero, once per period")
  func interval() {
    #expect(play(.interval(ms(10)).take(3)).marbles == "-01(2|)")
  }

  @Test("an interval of zero length still lets time pass")
  func shortInterval() {
    let played = play(.interval(ms(0)).take(3))
    #expect(played.outcome == .success(2))
  }

  @Test("timer sends one value and completes")
  func timer() {
    #expect(play(.timer(ms(30))).marbles == "---(0|)")
    #expect(play(.timer(ms(-30))).marbles == "(0|)")
  }
}
