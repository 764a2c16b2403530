/// A page of the help on something of the language that has no name of its own.
package struct Article: Sendable {
  /// The word under which it is found.
  package let name: String
  /// What it is about, in one line.
  package let summary: String
  /// What there is to know.
  package let text: String
  /// Lines that show it at work; the tests run them.
  package let example: String

  /// Every page, in the order in which the help lists them.
  package static let all: [Article] = [
    literals, errors, patterns, closures, functions, chains, counting, seeds, swift, loads, limits,
    lessons, scenarios, json, serve,
  ]

  private static let limits = Article(
    name: "limits", summary: "what bounds a call and a session, and how each bound is raised",
    text: """
      Nothing hangs, and nothing grows without end. 'set' lists these bounds, and raises them:
      events   a call is stopped after so many subscriptions, values and timers; a load after 1,000 \
      times as many attempts
      depth    operators nest so deep, and errors two fifths of that
      rows     a sweep has so many rows; in a comparison each strategy counts as 8
      memory   so many megabytes are kept of results, the oldest of which are dropped, and an eighth \
      of that of one trace; with 64 a text that a closure makes has 10,000 bytes at the most, and a \
      value 10,000 parts
      These are not raised: the last 200 results are kept, a text of the language has a million bytes \
      at the most, a file of samples a million values, and files load each other 8 deep. Whatever runs, Ctrl-C stops it.
      """,
    example: "set events 1000\nop(fails: 100%).retry()")

  private static let literals = Article(
    name: "literals", summary: "numbers, durations, percentages, rates, ranges, texts, lists",
    text: """
      12  2.5  1_000  1e3      numbers
      200ms  1.5s              durations, in ns, us, ms, s, m or h
      30%                      a share, between 0% and 100%
      50/s                     a rate
      80ms...120ms  1..<4      ranges, with their end and without it
      "text"  true  false      texts and flags
      [1, 2]  [.timeout: 30%]  lists and dictionaries
      + - * / % **             calculate; a duration times a number is a duration
      == < && || ! ? :         compare and choose
      """,
    example: "just(100ms * 2 ** 3 + 50ms)")

  private static let errors = Article(
    name: "kinds", summary: "errors: .timeout, .http(503), .network(.timeout)",
    text: """
      An error is a kind behind a point, and may carry something: .timeout, .http(503), or another \
      error: .network(.timeout). Any word is a kind. A server's hint on how long to wait is read from \
      .throttled(retryAfter: 2s).
      """,
    example: "op(script: [.throttled(retryAfter: 2s), .http(503), ok]).retry(attempts: 3)")

  private static let patterns = Article(
    name: "patterns", summary: "which errors a strategy acts on",
    text: """
      .network               every error of the kind, whatever it carries
      .network(.timeout)     that one
      .http(500...599)       a range of codes
      [.timeout, .network]   any of these
      on: and unless: take patterns, and so does 'is' in a closure: { e in e is .http(500...599) }
      """,
    example: "op(script: [.http(503), .auth]).retry(attempts: 4, on: [.timeout, .http(500...599)])")

  private static let closures = Article(
    name: "closures", summary: "small functions: { n in 100ms * 2 ** n }, { $0 <= 2 }",
    text: """
      A closure names what it takes before 'in', or calls it $0, $1. It is one expression, or steps \
      that end in one: { e in let wait = 100ms; e.delay(wait) }, { n in if n > 3 { return 5s }; 1s }. \
      Types in the signature are read and passed over. The old $0.0 and $0.1 take a pair apart, as \
      .index and .element do. Under a name it is called, and stands where a closure may stand: \
      'help functions'.
      """,
    example: "op(fails: 100%).retry(attempts: 4, backoff: { n in 100ms * 2 ** n })")

  private static let functions = Article(
    name: "functions", summary: "functions of your own: func wait(_ n: Int) -> Duration { … }",
    text: """
      func wait(_ n: Int) -> Duration { … } is written as in Swift, with let, if, else, guard, switch \
      and return; every way through it ends in a result. 'case' takes values, ranges, and kinds of \
      errors: case .timeout, .http(500...599):
      Its types are Int, Double, Percent, Duration, Bool, String, Error, Attempt, Backoff, Policy, \
      Operation, Operation<Int> and lists such as [Int].
      wait(3) calls it, and its name stands where a closure may stand: backoff: wait, .map(wait). It \
      may call itself, 200 deep, and 100,000 times in all. let twice = { n in n * 2 } is a function, \
      too, of whatever types it is called with.
      """,
    example: """
      func wait(_ n: Int) -> Duration {
        guard n < 3 else { return 1s }
        return 100ms * 2 ** n
      }
      op(fails: 100%).retry(attempts: 5, backoff: wait)
      """)

  private static let chains = Article(
    name: "chains", summary: "operators one after the other; their order has its natural meaning",
    text: """
      fetch.timeout(500ms).retry(3) bounds each attempt, fetch.retry(3).timeout(2s) bounds the whole.
      A line that begins with a point continues the chain of the line before; brackets that are left \
      open continue on the next line.
      """,
    example: """
      op(latency: 300ms)
        .timeout(200ms)
        .retry(2)
      """)

  private static let counting = Article(
    name: "counting", summary: "what the 3 in retry(3) counts, here and elsewhere",
    text: """
      retry(3), RetryFilter(attempts: 3)     3 attempts, as in RxSwift and Finagle
      retry(attempts: 3)                     3 attempts in all
      retry(retries: 3)                      4 attempts: one, and 3 more
      retry(3) under dialect combine         4 attempts, as Combine counts
      Task.retrying(maxRetryCount: 3)        4 attempts
      fallible(maxAttempts: 2)               3 attempts: it counts the repeats
      """,
    example: "explain op(fails: 50%).retry(retries: 3)")

  private static let seeds = Article(
    name: "chance",
    summary: "seeds and calls: the same call again, and the same faults for another",
    text: """
      Every draw of chance follows from the seed, the name of the operation, the call, the attempt \
      and what it is for. So 'run X call 7' shows the same call each time, and two strategies \
      meet the same faults. 'seed 7' changes all of it.
      """,
    example: "run op(fails: 50%).retry(3) call 7 seed 1")

  private static let swift = Article(
    name: "swift", summary: "what becomes of Swift that is pasted",
    text: """
      retry(when:), types in closures, TimeInterval(0.2), .seconds(1), .milliseconds(200), try and \
      await are read with their meaning. A scheduler: has none here, since time is virtual; it is \
      passed over, and 'explain' says so.
      """,
    example:
      "op(script: [.timeout, ok]).retry(when: { (e: Observable<Error>) in e.delay(.milliseconds(200), scheduler: MainScheduler.instance) })"
  )

  private static let scenarios = Article(
    name: "scenarios", summary: "how to keep what you tried, and to see that it still holds",
    text: """
      A scenario is a file of narration (lines with ///), a seed, definitions, commands and 'expect' \
      lines. 'save flaky' writes one from what you did: the results, and what they stand on. Beside \
      it stands a recording of what it did, with each event of each call. 'load flaky.retry' runs it \
      here; 'replay flaky.retry' runs it afresh and shows the first event that differs.
      In a shell, 'retrylab test' checks every scenario of a folder, its expectations and recordings, \
      and 'retrylab replay --update flaky.retry' records one anew. A file that is run or loaded writes \
      nothing, starts nothing, and reads nothing outside of its folder.
      """,
    example: """
      /// Two retries are enough here.
      seed 42
      let fetch = op(latency: 50ms, fails: 20%)
      stats fetch.retry(3) calls 2000
      expect success >= 98%
      """)

  private static let loads = Article(
    name: "loads", summary: "calls side by side, and the server at which they meet",
    text: """
      server(slots: 10, service: 20ms, queue: 100) serves ten attempts at a time; others wait in one \
      line, and who finds it full fails with .overloaded. op(on: db) sends its attempts there: they \
      take as long as they wait and are served. An attempt that was given up while it waited is served \
      for nothing; with abandoned: dropped it leaves the line. Servers of one name and alike are one.
      load(X, rate: 400/s, for: 30s) begins calls by chance, however the others fare; \
      load(X, clients: 40, think: 1s) has so many clients, each of which calls again when it has its \
      answer. warmup: is left out of the figures, and stays in the picture.
      A load by its name, or 'run', runs it once and shows what happened over time; 'stats LOAD runs 20' \
      runs it under twenty seeds, since the calls of one run depend on each other: the runs give the \
      intervals, by which 'expect' decides. 'run LOAD call 17' shows one call among the others.
      """,
    example: """
      let db = server(slots: 2, service: exponential(100ms))
      let call = op("query", on: db).timeout(1s).retry(3)
      load(call, rate: 15/s, for: 30s)
      """)

  private static let lessons = Article(
    name: "lessons", summary: "how to take a lesson, and how to write one",
    text: """
      To take one: 'lesson' lists them, 'lesson 1' starts the first. 'next' continues and 'back' goes \
      back a section. Where you are asked to predict a figure, type it, or press Enter. In an \
      exercise define what it asks for, by default 'answer'; 'check' tells how near it comes, 'hint' \
      helps. Anything else may be typed in between. How far you are is kept.
      To write one: make a file of narration (lines with ///, the first is the title), definitions \
      and commands. A section ends where narration follows on a result. Before a result, 'predict \
      success' asks for a guess. At the end of a section, 'exercise answer of fetch' asks to define \
      'answer' around fetch; below it stand 'goal CONDITION' for one call, or with 'calls 5000' for \
      many, 'hint "words"', 'solution EXPRESSION' and 'wrong EXPRESSION'. 'lesson mine.retry' takes \
      it. 'retrylab test mine.retry' makes sure that each solution meets its goals and each wrong \
      answer misses one; 'expect' holds what the narration claims.
      """,
    example: """
      /// Twice is better
      let fetch = op(latency: 50ms, fails: 20%)
      predict success
      stats fetch calls 1000
      /// Now you: let answer = ...
      exercise answer of fetch
      goal success >= 94% calls 1000
      hint "how often do two attempts fail in a row?"
      solution fetch.retry(2)
      wrong fetch
      """)
}
