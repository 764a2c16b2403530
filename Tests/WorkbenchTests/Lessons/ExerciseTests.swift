import Report
import Testing
import Workbench

/// A success in an exercise is an answer of the operation that was given, and nothing else.
@Suite("An answer to an exercise")
struct ExerciseTests {
  private static let lesson = """
    /// Thrice
    let fetch = op(latency: 50ms, fails: [.timeout: 30%])
    let other = op("fetch", latency: 50ms)
    exercise answer of fetch
    goal success >= 96% calls 2000
    hint "try again"
    solution fetch.retry(3)
    wrong fetch because "one attempt fails too often"
    wrong fetch.retry(2) because "two attempts still fail in 9% of the calls"
    """

  private static func check(_ answer: String, of lesson: String = lesson) -> String {
    let student = Student(Student.Memory([("a/01.retry", lesson)]))
    student.type("lesson 1")
    for line in answer.split(separator: "\n") { student.type(String(line)) }
    return student.type("check")
  }

  @Test(
    "counts if the given operation answers, wherever it stands",
    arguments: [
      "fetch.retry(3)", "fetch.timeout(1s).retry(4)", "fetch.retryWhen { e in e.take(5) }",
      "fetch.catch { e in fetch.retry(3) }", "fetch.hedge(after: 20ms, hedges: 4)",
      "just(1).flatMap { x in fetch.retry(3) }", "fetch.retry(3).map { x in 7 }",
      "RetryFilter(attempts: 3).andThen(fetch)", "fetch.fallback(to: fetch.retry(3))",
    ])
  func answers(text: String) {
    #expect(
      Self.check("let answer = \(text)").contains("\nwell done"),
      "\(Self.check("let answer = \(text)"))")
  }

  @Test(
    "does not count if its success is something else",
    arguments: [
      "fetch.catchAndReturn(0)", "fetch.timeout(1ns).catchAndReturn(0)",
      "fetch.fallback(to: just(1))",
      "just(0).merge(fetch).take(1)", "fetch.materialize()", "fetch.takeUntil(timer(1ms))",
      "fetch.startWith(0).catchAndReturn(1)", "fetch.catch { e in just(0) }",
      "fetch.cancel(at: 1ms)",
      "fetch.retryWhen { e in empty() }", "fetch.filter { x in false }",
      "fetch.cached(7, fresh: 50%, stale: 50%)",
      "fetch.catch { e in other }", "fetch.fallback(to: other)", "fetch.retry(2).catchAndReturn(0)",
    ])
  func hidden(text: String) {
    let told = Self.check("let answer = \(text)")
    #expect(told.contains("not yet") && !told.contains("met     "), "\(told)")
  }

  @Test("that hides failures is told how many, since a figure alone does not tell why")
  func share() {
    let told = Self.check("let answer = fetch.catchAndReturn(0)")
    #expect(told.contains("% of its calls hide a failure; a success must be an answer"))
  }

  @Test(
    "must run the operation itself, not one of its name",
    arguments: [
      ("let answer = other.retry(3)", "does not run 'fetch'"),
      ("let answer = just(0)", "does not run 'fetch'"),
      ("let answer = empty()", "does not run 'fetch'"),
      ("let fetch = op(latency: 1ms)\nlet answer = fetch", "of this exercise"),
      (
        "let fetch = op(latency: 50ms, fails: [.timeout: 30%])\nlet answer = fetch.retry(3)",
        "of this exercise"
      ),
    ])
  func identity(text: String, reason: String) {
    let told = Self.check(text)
    #expect(told.hasPrefix("not yet: 'answer'") && told.contains(reason), "\(told)")
  }

  @Test("makes no operation of its own, however late it is needed")
  func ownOperations() {
    for own in ["fetch.catch { e in op(fails: 100%).retry(9) }", "fetch.fallback(to: op())"] {
      #expect(Self.check("let answer = \(own)").contains("makes an operation of its own"))
    }
    let rare = "fetch.retry(30).catch { e in op(\"spare\") }"
    #expect(Self.check("let answer = \(rare)").contains("\nwell done"))
    // What the lesson has defined is not the student's own.
    #expect(Self.check("let answer = zip(fetch.retry(3), other)").contains("\nwell done"))
    let student = Student(Student.Memory([("a/01.retry", Self.lesson)]))
    student.type("let spare = op()")
    student.type("lesson 1")
    student.type("let answer = fetch.fallback(to: spare)")
    #expect(student.type("check").contains("makes an operation of its own"))
  }

  @Test("has a part if it does something that shows in the goals")
  func idleParts() {
    let lesson = """
      /// Parts
      let fetch = op(latency: 50ms, fails: [.timeout: 30%])
      let day = { strategy in load(strategy, rate: 100/s, for: 5s) }
      exercise answer of fetch
      goal success >= 90% calls 2000
      goal uses "budget"
      goal amplification <= 1.5 under day
      """
    let cases = [
      ("fetch.retry(3)", "missed  it has a budget\n"),
      (
        "fetch.retry(attempts: 3, budget: budget(ratio: 900%, min: 99/s))",
        "missed  it has a budget: without it, nothing would change\n"
      ),
      ("fetch.retry(attempts: 5, budget: budget(ratio: 30%, min: 1/s))", "met     it has a budget"),
    ]
    for (answer, line) in cases {
      let told = Self.check("let answer = \(answer)", of: lesson)
      #expect(told.contains(line), "\(told)")
    }
  }

  @Test("is measured within bounds, under the settings of the lesson")
  func bounds() {
    let endless = Self.check("let answer = fetch.timeout(1ns).retry(1_000_000_000)")
    #expect(endless.contains("not yet: 'answer' has calls with more than"), "\(endless)")
    let settings = "set events 3\nset seed 9\nset draws 0\nlet answer = fetch.retry(3)"
    #expect(Self.check(settings) == Self.check("let answer = fetch.retry(3)"))
  }

  @Test("from before the exercise is dropped, and so is one of another lesson")
  func stale() {
    let student = Student(
      Student.Memory([("a/01.retry", Self.lesson), ("a/02.retry", Self.lesson)]))
    student.type("let answer = op()")
    student.type("lesson 1")
    #expect(student.type("check").contains("'answer' is not defined yet"))
    student.type("let answer = fetch.retry(3)")
    student.type("let kept = fetch.retry(3)")
    #expect(student.type("check").contains("well done"))
    student.type("lesson 2")
    #expect(student.type("check").contains("'answer' is not defined yet"))
    student.type("let answer = kept")
    #expect(student.type("check").contains("does not run 'fetch'"))
  }

  @Test("is about what the lesson gave, whatever a student has defined before")
  func restored() {
    let lesson = """
      /// Twice
      let fetch = op(latency: 50ms, fails: [.timeout: 30%])
      let busy = { strategy in load(strategy, rate: 20/s, for: 9s) }
      fetch

      /// Now you
      exercise answer of fetch
      goal success >= 95% under busy
      solution fetch.retry(4)
      wrong fetch
      """
    let student = Student(Student.Memory([("a/01.retry", lesson)]))
    student.type("let mine = 7")
    student.type("lesson 1")
    student.type("let fetch = op(latency: 1ms)")
    student.type("let busy = { s in load(op(), rate: 1/s, for: 9s) }")
    #expect(student.type("next").contains("restored as in the lesson: fetch, busy\n"))
    student.type("let answer = fetch")
    #expect(student.type("check").contains("missed  success >= 95%"))
    student.type("let answer = fetch.retry(4)")
    #expect(student.type("check").contains("well done") && student.type("mine") == "7")
  }

  @Test("like a known mistake is told what is wrong with it, and no other is")
  func advice() {
    #expect(
      Self.check("let answer = fetch.retry(2)").hasSuffix(
        "two attempts still fail in 9% of the calls"))
    #expect(Self.check("let answer = fetch.retry(retries: 1)").hasSuffix("in 9% of the calls"))
    #expect(Self.check("let answer = fetch.timeout(9s)").hasSuffix("one attempt fails too often"))
    #expect(Self.check("let answer = fetch.timeout(10ms)").hasSuffix("one goal is missed"))
    // One waits, and one hides what the known one does not.
    for other in ["fetch.retry(attempts: 2, delay: 1s)", "fetch.catchAndReturn(0)"] {
      #expect(Self.check("let answer = \(other)").hasSuffix("one goal is missed"))
    }
    #expect(!Self.check("let answer = fetch.retry(3)").contains("attempt"))
  }

  private static let worlds = """
    /// Worlds
    let api = op(latency: 50ms, script: [.throttled(retryAfter: 1s), ok])
    let day = { strategy in load(strategy, rate: 10/s, for: 5s) }
    exercise answer of api
    goal success >= 100%
    goal latency <= 2s facing op("api", script: [.throttled(retryAfter: 1h), ok]) secret "a hint can also be an hour"
    goal success >= 100% under day facing api.timeout(30ms).catchAndReturn(1)
    goal uses "retry"
    solution api.retry(2).timeout(2s)
    wrong api.retry(2)
    """

  @Test("is tried in other worlds, which a student reads of who fails there")
  func otherWorlds() {
    let student = Student(Student.Memory([("a/01.retry", Self.worlds)]))
    let task = student.type("lesson 1")
    #expect(
      task.contains("it has a retry") && !task.contains("hour") && task.contains("facing api"))
    student.type("let answer = api.retry(2)")
    let missed = student.type("check")
    #expect(
      missed.contains("missed  latency <= 2s") && missed.contains("a hint can also be an hour"))
    #expect(missed.contains("met     success >= 100%  (under day, facing"))
    student.type("let answer = api.retry(2).timeout(2s)")
    #expect(student.type("check").contains("well done"))
    student.type("let answer = api.retryWhen { e in e.delay(1s).take(1) }.timeout(2s)")
    #expect(student.type("check").contains("missed  it has a retry"))
  }

  @Test("may be made by a function that was given, and by no other")
  func functions() {
    let lesson = """
      /// Shop
      let shop = { n in op("fetch", latency: 10ms * n) }
      exercise answer of shop
      goal latency <= 100ms calls 100
      solution shop(5)
      wrong shop(20)
      """
    #expect(Self.check("let answer = shop(3)", of: lesson).contains("\nwell done"))
    let named = Self.check("let s = shop(3)\nlet answer = s", of: lesson)
    #expect(named.contains("\nwell done"), "\(named)")
    #expect(Self.check("let answer = op()", of: lesson).contains("must be a call of 'shop'"))
    let around = Self.check("let answer = shop(3).retry(2)", of: lesson)
    #expect(around.contains("must be a call of 'shop'"))
    let anew = Self.check("let shop = { n in op(latency: 1ms) }\nlet answer = shop(3)", of: lesson)
    #expect(anew.contains("of this exercise"), "\(anew)")
  }

  @Test(
    "of an author with a mistake in the goals is refused at its place",
    arguments: [
      ("goal", "'goal' needs a condition"), ("goal uses \"luck\"", "there is no part 'luck'"),
      ("goal success >= 1% facing op()", "'facing' needs an exercise 'of' an operation"),
    ])
  func mistakes(goal: String, message: String) {
    let student = Student(Student.Memory([]))
    student.type("exercise answer")
    #expect(student.type(goal).contains(message))
    // Nothing of it stays.
    student.type("goal attempts == 1")
    #expect(
      student.type("solution op()").contains("met     attempts == 1  (call 0): attempts is 1"))
  }
}
