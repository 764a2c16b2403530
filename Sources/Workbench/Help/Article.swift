/// A help article on a topic without a name in the language.
package struct Article: Sendable {
  /// The name of the topic.
  package let name: String
  /// Other words that it answers to.
  var aliases: [String] = []
  /// The summary in one line.
  package let summary: String
  /// The text.
  package let text: String
  /// An example, which the tests run.
  package let example: String

  func answers(to word: String) -> Bool { name == word || aliases.contains(word) }

  /// Every article, in the order of the help.
  package static let all: [Article] = [
    literals, errors, patterns, closures, functions, chains, counting, traces, figures, charts,
    results, seeds, swift, prompt,
    loads, overload, memories, effects, limits,
    lessons, writing, classes, scenarios, json, serve, editors,
  ]

  private static let limits = Article(
    name: "limits", summary: "the limits of a call and of a session, and how to raise them",
    text: """
      No command hangs or uses memory without limit. 'set' lists and changes these limits:
      events   the subscriptions, values, timers and function calls of one call; a load may make 1,000 attempts for each
      depth    the nesting of operators; errors may nest two fifths as deep
      rows     the rows of a sweep; in a comparison each strategy counts as 8
      memory   the megabytes for stored results (the oldest are dropped first); one trace may use an \
      eighth. At 64, a string built by a closure is limited to 10,000 bytes, and a value to 10,000 parts
      These limits are fixed: 200 stored results, a million bytes per text, a million values per file of \
      samples, and 8 levels of files that load each other. Ctrl-C stops any command.
      """,
    example: "set events 1000\nop(fails: 100%).retry()")

  private static let literals = Article(
    name: "literals", aliases: ["numbers", "durations", "times", "units"],
    summary: "numbers, durations, percentages, rates, ranges, strings, lists",
    text: """
      12  2.5  1_000  10k  1e3 numbers
      200ms  1.5s  1m30s       durations, in ns, us, ms, s, m or h
      30%                      a percentage, from 0% to 100%
      50/s                     a rate
      80ms...120ms  1..<4      ranges, with and without their upper bound
      "text"  true  false      strings and Booleans
      [1, 2]  [.timeout: 30%]  lists and dictionaries
      + - * / % **             arithmetic; a duration times a number is a duration
      == < && || ! ? :         comparison, logic and choice
      """,
    example: "just(100ms * 2 ** 3 + 50ms)")

  private static let errors = Article(
    name: "kinds", summary: "errors: .timeout, .http(503), .network(.timeout)",
    text: """
      An error is written as a dot and its kind. It may carry a value or another error: .timeout, \
      .http(503), .network(.timeout). Any word can be a kind. .throttled(retryAfter: 2s) carries a \
      server's hint on how long to wait.
      """,
    example: "op(script: [.throttled(retryAfter: 2s), .http(503), ok]).retry(attempts: 3)")

  private static let patterns = Article(
    name: "patterns", summary: "which errors a strategy handles",
    text: """
      .network               every error of this kind
      .network(.timeout)     exactly this error
      .http(500...599)       a range of codes
      [.timeout, .network]   any of these
      Patterns follow on: and unless:, and 'is' in a closure: { e in e is .http(500...599) }
      """,
    example: "op(script: [.http(503), .auth]).retry(attempts: 4, on: [.timeout, .http(500...599)])")

  private static let closures = Article(
    name: "closures", summary: "inline functions: { n in 100ms * 2 ** n }, { $0 <= 2 }",
    text: """
      A closure names its parameters before 'in', or uses $0 and $1. Its body is one expression, or \
      statements that end with one: { e in let wait = 100ms; e.delay(wait) }, \
      { n in if n > 3 { return 5s }; 1s }. \
      Types in the signature are accepted and ignored. $0.0 and $0.1, or .index and .element, are the \
      parts of a pair. A closure with a name can be called, and passed wherever a closure is expected: \
      see 'help functions'.
      """,
    example: "op(fails: 100%).retry(attempts: 4, backoff: { n in 100ms * 2 ** n })")

  private static let functions = Article(
    name: "functions", aliases: ["func", "function", "if", "guard", "switch", "return"],
    summary: "functions of your own: func wait(_ n: Int) -> Duration { … }",
    text: """
      func wait(_ n: Int) -> Duration { … } is written as in Swift, with let, if, else, guard, switch \
      and return; every path must return a value. 'case' takes values, ranges and patterns of errors: \
      case .timeout, .http(500...599):
      The types are Int, Double, Percent, Duration, Bool, String, Error, Attempt, Backoff, Policy, \
      Operation, Operation<Int> and lists such as [Int].
      wait(3) calls the function. Its name can be passed wherever a closure is expected: .map(wait), or \
      backoff: wait, where n is 0 before the first retry and 1 before the second. A function may call itself up to 200 levels deep and 100,000 times in \
      all. let twice = { n in n * 2 } is also a function; it takes the types of its arguments.
      """,
    example: """
      func wait(_ n: Int) -> Duration {
        guard n < 3 else { return 1s }
        return 100ms * 2 ** n
      }
      op(fails: 100%).retry(attempts: 5, backoff: wait)
      """)

  private static let chains = Article(
    name: "chains", summary: "chains of operators, and why their order matters",
    text: """
      fetch.timeout(500ms).retry(3) limits each attempt; fetch.retry(3).timeout(2s) limits the whole \
      call. A line that starts with a dot continues the chain of the previous line. An open bracket, or a \
      comma at the end as in 'compare a,', continues on the next line.
      """,
    example: """
      op(latency: 300ms)
        .timeout(200ms)
        .retry(2)
      """)

  private static let counting = Article(
    name: "counting", summary: "what the 3 in retry(3) counts, here and in other libraries",
    text: """
      retry(3), RetryFilter(attempts: 3)     3 attempts, as in RxSwift and Finagle
      retry(attempts: 3)                     3 attempts in total
      retry(retries: 3)                      4 attempts: the first and 3 retries
      retry(3) after dialect combine         4 attempts, as in Combine
      Task.retrying(maxRetryCount: 3)        4 attempts
      fallible(maxAttempts: 2)               3 attempts: it counts retries
      """,
    example: "explain op(fails: 50%).retry(retries: 3)")

  private static let seeds = Article(
    name: "chance",
    summary: "seeds: how to repeat a call, and meet the same faults again",
    text: """
      Every random draw depends only on the seed, the name of the operation, the numbers of the call \
      and the attempt, and the purpose of the draw. So 'run X call 7' always repeats the same call, and \
      two strategies meet the same faults. 'seed 7' changes every draw.
      """,
    example: "run op(fails: 50%).retry(3) call 7 seed 1")

  private static let swift = Article(
    name: "swift", summary: "how pasted Swift code is read",
    text: """
      retry(when:), types in closures, TimeInterval(0.2), .seconds(1), .milliseconds(200), try and \
      await are accepted. A scheduler: is ignored because time is virtual; 'explain' then says so.
      """,
    example:
      "op(script: [.timeout, ok]).retry(when: { (e: Observable<Error>) in e.delay(.milliseconds(200), scheduler: MainScheduler.instance) })"
  )

  private static let scenarios = Article(
    name: "scenarios", summary: "how to save an experiment, and check that it still holds",
    text: """
      A scenario is a file with narration (lines that start with ///), a seed, definitions, commands and \
      'expect' lines. 'save flaky' writes your results and the definitions that they need to flaky.retry, \
      and a recording of every event and figure next to it. 'load flaky.retry' runs it in this session. \
      'replay flaky.retry' runs it in a new session and shows the first difference from the recording.
      In a shell, 'retrylab test' checks the expectations and recordings of every scenario in a folder; \
      'retrylab replay --update flaky.retry' replaces a recording, and 'retrylab report flaky.retry' \
      writes the scenario as an HTML page. A scenario cannot write files, start \
      programs, or read files outside its folder.
      """,
    example: """
      /// Two retries are enough here.
      seed 42
      let fetch = op(latency: 50ms, fails: 20%)
      stats fetch.retry(3) calls 2000
      expect success >= 98%
      """)

  private static let loads = Article(
    name: "loads", summary: "concurrent calls to a server with limited capacity",
    text: """
      server(slots: 10, service: 20ms, queue: 100) serves ten requests at a time. Others wait in one \
      queue; when it is full, requests are refused with .overloaded. op(on: db) sends its attempts to \
      the server, so their latency is the waiting time plus the service time. A request abandoned in \
      the queue is still served, which is wasted work; with abandoned: dropped it leaves the queue. \
      Servers with the same name and settings are one server. \
      op(on: api, calls: query.retry(3)) is an operation whose service at 'api' calls another before it \
      answers; it keeps its slot, and what it calls goes on even if its own caller has given up.
      load(X, rate: 400/s, for: 30s) starts calls at random times, whether or not earlier ones have \
      ended; load(X, clients: 40, think: 1s) has 40 clients, each of which waits for its answer before \
      it calls again. The rate may change: [0s: 40/s, 20s: 80/s] has a rate from each time on, and \
      ramp(10/s...50/s, over: 20s) grows; arrivals: steady spaces the calls evenly. load(X, clients: 40, calls: 1) ends when each client has \
      made that many calls, and shows when the last one was done. together(["shop": LOAD, "report": \
      LOAD]) runs loads side by side against the same servers. The warm-up set by warmup: is charted but not measured. \
      At the end no call begins, and those in flight have a minute, or the time that drain: gives, to end; \
      then they count as hung. So 'success' is a share of all calls that began, and 'successInTime' \
      leaves out what succeeded after the end.
      Type the name of a load, or use 'run', to run it once and chart it over time. The calls of one run \
      depend on each other, so 'stats LOAD runs 20' runs it with twenty seeds and computes the confidence \
      intervals from the runs; 'expect' uses them. 'run LOAD call 17' shows one call among the others.
      """,
    example: """
      let db = server(slots: 2, service: exponential(100ms))
      let call = op("query", on: db).timeout(1s).retry(3)
      load(call, rate: 15/s, for: 30s)
      """)

  private static let memories = Article(
    name: "memories", aliases: ["budget", "budgets", "breaker", "breakers", "bulkhead"],
    summary: "budgets, breakers, limits and hedges, which act together",
    text: """
      A budget bounds the retries of all calls that name it: let calm = budget(ratio: 10%, min: 3/s), \
      then f.retry(attempts: 4, budget: calm). A breaker refuses calls for a time after too many \
      failures: f.breaker(failures: 50%, of: 20, open: 10s). f.rateLimit(tokens(10/s, burst: 2)) and \
      f.bulkhead(5) bound the calls per second and at once. f.hedge(after: 200ms) starts a second \
      attempt beside a slow one; the first success wins.
      What they remember belongs to the value: where it is named twice, it is shared; with perClient: \
      true, each client of a load has its own. Only calls of one load share it. Budgets are full, breakers \
      closed, and limits and caches empty again at the start of each run of a load, of each 'run', and of \
      each call of 'stats', 'compare', 'sweep' and 'find': so measure them with a load.
      A chain is read from the inside out: f.timeout(500ms).breaker(fuse).retry(3).timeout(5s) tells the \
      breaker about each attempt, and bounds the whole. A call that is refused fails with .breakerOpen, \
      .rateLimited or .bulkheadFull; 'retry' does not retry these unless its 'on:' names them.
      """,
    example: """
      let calm = budget(ratio: 10%, min: 1/s)
      let fuse = breaker(consecutive: 5, open: 2s)
      load(op(outages: [3s...6s]).breaker(fuse).retry(attempts: 3, budget: calm), rate: 50/s, for: 20s)
      """)

  private static let effects = Article(
    name: "effects", summary: "lost answers, effects that happen twice, and what attempts cost",
    text: """
      op(lost: 2%) loses the answer of 2% of the successful attempts: the effect has happened, but the \
      caller hears nothing. As with 'hangs', only a timeout ends such an attempt.
      op(idempotent: false) counts effects. The effect of an attempt happens if it succeeds at the \
      operation, even if its answer is lost or a timeout has cut it off; on a server, if the attempt \
      does not leave the queue. 'effects' is the mean per call, 'duplicates' the share of calls whose \
      effect happened more than once, and 'unheard' the share of calls that did not succeed although it \
      happened.
      op(cost: 0.01) is the price of an attempt: 'cost' is the mean per call, and 'costPerSuccess' the \
      cost of all calls per successful one.
      """,
    example: """
      let pay = op("pay", latency: 50ms...250ms, lost: 2%, idempotent: false, cost: 0.01)
      stats pay.timeout(200ms).retry(3) calls 2000
      """)
}
