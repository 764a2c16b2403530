import Simulation
import Testing

/// Sources that fail at 20 ms after one value at 10 ms unless the drawing says otherwise.
@Suite("retryWhen")
struct RetryWhenTests {
  @Test("behaves as in RxSwift", arguments: idioms + silent + timed + counted + typed + atOnce)
  func table(row: MarbleCase) throws {
    try row.check()
  }

  static let idioms: [MarbleCase] = [
    MarbleCase(
      "delay: waits, then subscribes again, for ever", "-1#", "-1---1---1-|",
      ["0-20", "40-60", "80-100"]
    ) {
      $0.retryWhen { $0.delay(ms(20)) }.takeUntil(.timer(ms(110)))
    },
    MarbleCase(
      "scan and takeWhile: two retries, then completes silently", "-1#", "-1-1-1|",
      ["0-20", "20-40", "40-60"]
    ) {
      $0.retryWhen { errors in
        errors.scan(0) { count, _ in .int(number(count) + 1) }.takeWhile { number($0) <= 2 }
      }
    },
    MarbleCase(
      "take: its last value completes the notifier, which ends the call at the next error", "-1#",
      "-1-1-1|", ["0-20", "20-40", "40-60"]
    ) {
      $0.retryWhen { $0.take(2) }
    },
    MarbleCase(
      "enumerated and flatMap: back-off, then the error", "-#", "----------#",
      ["0-10", "20-30", "50-60", "90-100"]
    ) {
      $0.retryWhen { errors in
        errors.enumerated().flatMap { pair in
          let retry = number(pair.part(0) ?? 0)
          return retry < 3
            ? .timer(ms(Int64(10 * (retry + 1)))) : .fail(pair.part(1)?.fault ?? .unspecified)
        }
      }
    },
    MarbleCase(
      "zip with a range: the error without a partner completes", "-#", "----|",
      ["0-10", "10-20", "20-30", "30-40"]
    ) {
      $0.retryWhen { .zip([$0, .range(1...3)], unpaired: .completes) }
    },
    MarbleCase(
      "zip with a stream: the error without a partner is never answered", "-#", "",
      ["0-10", "10-20", "20-30", "30-40"]
    ) {
      $0.retryWhen { .zip([$0, .range(1...3)]) }
    },
    MarbleCase(
      "zip with a range and a delay", "-#", "------------|", ["0-10", "30-40", "60-70", "90-100"]
    ) {
      $0.retryWhen { Source.zip([$0, .range(1...3)], unpaired: .completes).delay(ms(20)) }
    },
    MarbleCase(
      "the errors themselves: retries without a wait", "-#", "------|",
      ["0-10", "10-20", "20-30", "30-40", "40-50", "50-60", "60-65"]
    ) {
      $0.retryWhen { $0 }.takeUntil(.timer(ms(65)))
    },
  ]

  static let silent: [MarbleCase] = [
    MarbleCase("a source that completes is not asked about", "-1|", "-1|", ["0-20"]) {
      $0.retryWhen { $0 }
    },
    MarbleCase(
      "an empty notifier lets the source run and completes at the first error", "-1#", "-1|",
      ["0-20"]
    ) {
      $0.retryWhen { _ in .empty }
    },
    MarbleCase("an empty notifier leaves a good source alone", "-1-2|", "-1-2|", ["0-40"]) {
      $0.retryWhen { _ in .empty }
    },
    MarbleCase("a failing notifier fails at the first error", "-1#", "-1#", ["0-20"]) {
      $0.retryWhen { _ in .fail(Fault("no")) }
    },
    MarbleCase("a failing notifier leaves a good source alone", "-1-2|", "-1-2|", ["0-40"]) {
      $0.retryWhen { _ in .fail(Fault("no")) }
    },
    MarbleCase("a notifier that never speaks leaves the call hanging", "-1#", "-1", ["0-20"]) {
      $0.retryWhen { _ in .never }
    },
    MarbleCase("errors that are filtered away leave the call hanging", "-1#", "-1", ["0-20"]) {
      $0.retryWhen { $0.filter { _ in false } }
    },
    MarbleCase("values that were sent are not taken back", "-12#", "-12-12|", ["0-30", "30-60"]) {
      $0.retryWhen { $0.take(1) }
    },
  ]

  static let timed: [MarbleCase] = [
    MarbleCase(
      "what the notifier sends while the source runs has no effect", "---#", "-------#",
      ["0-30", "40-70"]
    ) {
      try $0.retryWhen { _ in try marbles("-11-1-#") }
    },
    MarbleCase(
      "interval: the next beat subscribes again", "-#", "---------|",
      ["0-10", "25-35", "50-60", "75-85"]
    ) {
      $0.retryWhen { _ in .interval(ms(25)) }.takeUntil(.timer(ms(90)))
    },
    MarbleCase(
      "debounce: the error is answered after the quiet", "-#", "-------|", ["0-10", "40-50"]
    ) {
      $0.retryWhen { $0.debounce(ms(30)) }.takeUntil(.timer(ms(75)))
    },
    MarbleCase(
      "throttle: the first error at once, the next ones at its pace", "-#", "---------|",
      ["0-10", "10-20", "40-50", "70-80"]
    ) {
      $0.retryWhen { $0.throttle(ms(30)) }.takeUntil(.timer(ms(90)))
    },
    MarbleCase(
      "flatMapLatest: a timer for each error", "-#", "--------|", ["0-10", "30-40", "60-70"]
    ) {
      $0.retryWhen { $0.flatMapLatest { _ in .timer(ms(20)) } }
        .takeUntil(.timer(ms(85)))
    },
    MarbleCase("concatMap: a timer for each error", "-#", "--------|", ["0-10", "30-40", "60-70"]) {
      $0.retryWhen { $0.concatMap { _ in .timer(ms(20)) } }
        .takeUntil(.timer(ms(85)))
    },
    MarbleCase("timeout of the notifier: counted from the subscription", "-#", "---#", ["0-10"]) {
      $0.retryWhen { _ in Source.never.timeout(ms(30)) }
    },
    MarbleCase(
      "a notifier's end while the source runs counts at the next error", "-----#", "-----|",
      ["0-50"]
    ) {
      $0.retryWhen { $0.takeUntil(.timer(ms(20))) }
    },
    MarbleCase(
      "a notifier that fails while nobody runs ends the call there", "-#", "---#", ["0-10"]
    ) {
      $0.retryWhen { errors in
        .merge([
          errors.filter { _ in false }, Source.timer(ms(30)).flatMap { _ in .fail(Fault("late")) },
        ])
      }
    },
    MarbleCase("startWith: a value before the first error has no effect", "-#", "", ["0-10"]) {
      $0.retryWhen { $0.filter { _ in false }.startWith(1) }
    },
    MarbleCase("delaySubscription of the notifier misses the early errors", "-#", "", ["0-10"]) {
      $0.retryWhen { $0.delaySubscription(ms(50)) }
    },
  ]

  static let counted: [MarbleCase] = [
    MarbleCase("take(1): one retry, then completes", "-1#", "-1-1|", ["0-20", "20-40"]) {
      $0.retryWhen { $0.take(1) }
    },
    MarbleCase("take(0): completes at the first error", "-1#", "-1|", ["0-20"]) {
      $0.retryWhen { $0.take(0) }
    },
    MarbleCase("skip: the first error is swallowed, and with it the call", "-#", "", ["0-10"]) {
      $0.retryWhen { $0.skip(1) }
    },
    MarbleCase("two values for one error subscribe once", "-#", "--|", ["0-10", "10-20"]) {
      $0.retryWhen { $0.take(1).flatMap { _ in .values([1, 2]) } }
    },
    MarbleCase("an error of a closure in the notifier fails the call", "-#", "-#", ["0-10"]) {
      $0.retryWhen { $0.map { _ throws(Fault) in throw Fault("bad") } }
    },
    MarbleCase(
      "merge of two views of the errors subscribes once an error", "-#", "--#", ["0-10", "10-20"]
    ) {
      try $0.retryWhen { .merge([$0, $0]) }.retry(attempts: 1).timeout(ms(20))
    },
    MarbleCase("catch in the notifier goes on with the rest", "-#", "--|", ["0-10", "10-20"]) {
      $0.retryWhen { errors in errors.flatMap { .fail($0.fault ?? .unspecified) }.catchAndReturn(1)
      }
    },
    MarbleCase(
      "materialize and dematerialize change nothing", "-#", "---|", ["0-10", "10-20", "20-30"]
    ) {
      $0.retryWhen { $0.materialize().dematerialize().take(2) }
    },
  ]

  static let typed: [MarbleCase] = [
    MarbleCase("an error of another kind fails at once", "-#", "-#", ["0-10"]) {
      $0.retryWhen(on: FaultFilter(on: [FaultPattern("timeout")])) { $0 }
    },
    MarbleCase("an error of the kind is handed to the notifier", "-#", "--|", ["0-10", "10-20"]) {
      $0.retryWhen(on: FaultFilter(on: [FaultPattern("error")])) { $0.take(1) }
    },
    MarbleCase("flatMap tells kinds apart", "-#", "-#", ["0-10"]) {
      $0.retryWhen { errors in
        errors.flatMap {
          $0.fault?.kind == "timeout" ? .timer(ms(10)) : .fail($0.fault ?? .unspecified)
        }
      }
    },
  ]

  static let atOnce: [MarbleCase] = [
    MarbleCase(
      "a source that fails at once is subscribed in a loop, not in depth", "#", "|",
      Array(repeating: "0-0", count: 4000)
    ) {
      $0.retryWhen { $0.take(4000) }
    },
    MarbleCase(
      "take: the end overtakes its last value where the source fails at once", "#", "|",
      ["0-0", "0-0"]
    ) {
      $0.retryWhen { $0.take(2) }
    },
    MarbleCase(
      "an end that comes later leaves the value before it alone", "#", "---|",
      ["0-0", "10-10", "20-20", "30-30"]
    ) {
      $0.retryWhen { $0.take(3).delay(ms(10)) }
    },
    MarbleCase("a source that completes at once is done", "|", "|", ["0-0"]) {
      $0.retryWhen { $0 }
    },
  ]
}
