import Report
import Testing
import Workbench

@Suite("Taking a lesson")
struct LessonTests {
  private static let text = """
    /// Twice is better
    let fetch = op(latency: 50ms, fails: [.timeout: 20%])
    run fetch times 1

    /// How many of a thousand?
    predict success
    stats fetch calls 1000
    expect success >= 70%

    /// Now you.
    exercise answer of fetch
    goal success >= 94% calls 1000
    goal load <= 1.5 calls 1000
    hint "try again"
    hint try it twice
    solution fetch.retry(2)
    wrong fetch
    wrong fetch.retry(retries: 0)

    /// The end.
    dialect combine
    fetch.retry(1)
    """

  private static func memory() -> Student.Memory {
    Student.Memory([("a/01-twice.retry", text), ("a/02.retry", "/// B")])
  }

  @Test("moves forward and back by section, and restores the settings at the end")
  func sections() {
    let student = Student(Self.memory())
    student.type("seed 7")
    #expect(student.type("lesson").hasPrefix("  1  10 min  Twice is better\n  2   1 min  B\n"))
    let first = student.type("lesson 1")
    #expect(first.hasPrefix("Twice is better\nretry> let fetch = op(latency: 50ms, "))
    #expect(first.hasSuffix("\n1 of 4 · 'next' continues"))
    #expect(
      student.type("next").hasPrefix(
        """
        How many of a thousand?
        retry> stats fetch calls 1000
        your guess for success, the share of calls that succeeded? (a percentage, or Enter to skip)
        1,000 calls · seed 42
        """))
    #expect(student.type("back") == first)
    #expect(student.type("back") == first)
    student.type("next")
    let exercise = student.type("next")
    #expect(exercise.hasPrefix("Now you.\n\nyour turn: define 'answer', built on 'fetch', so that"))
    #expect(exercise.contains("\n  success >= 94%  (1000 calls)\n  load <= 1.5  (1000 calls)\n"))
    #expect(!exercise.contains("retry") && !exercise.contains("goal"))
    #expect(student.type("next").hasPrefix("the exercise is not solved"))
    let last = student.type("next")
    #expect(last.contains("dialect combine"))
    #expect(last.hasSuffix("end of the lesson 'Twice is better'; 'next' starts 'lesson 2'"))
    #expect(student.type("seed") == "seed 7")
    #expect(student.type("dialect").hasPrefix("dialect rxswift"))
  }

  @Test("what a lesson sets belongs to no result, so that saved results keep their numbers")
  func restoredState() {
    let student = Student(Self.memory(), isSaving: true)
    for line in ["seed 7", "stats op() calls 9", "lesson 1", "next", "next", "next", "next"] {
      student.type(line)
    }
    student.type("compare _1, _1")
    student.type("save a.retry")
    let saved = student.memory.file("a.retry") ?? ""
    #expect(saved.hasPrefix("seed 7\nstats op() calls 9\nset seed 42\n"), "\(saved)")
    #expect(saved.hasSuffix("\ncompare _1, _1\n"), "\(saved)")
  }

  /// A prediction and the response to it.
  static let guesses: [(answers: [String], told: String?)] = [
    (["75%"], "success: 81.6%; you guessed 75%, 6.6 points too low"),
    (["75% success"], "success: 81.6%; you guessed 75%, 6.6 points too low"),
    (["90 success"], "success: 81.6%; you guessed 90%, 8.4 points too high"),
    (["success", "75% attempts", "90"], "success: 81.6%; you guessed 75%, 6.6 points too low"),
    (["90"], "success: 81.6%; you guessed 90%, 8.4 points too high"),
    (["150%", "-3", "90%?"], "success: 81.6%; you guessed 90%, 8.4 points too high"),
    (["0.9"], "success: 81.6%; you guessed 90%, 8.4 points too high"),
    (["ninety"], "success: 81.6%; you guessed 90%, 8.4 points too high"),
    (["about ninety-five percent"], "success: 81.6%; you guessed 95%, 13.4 points too high"),
    (["Half of them"], "success: 81.6%; you guessed 50%, 31.6 points too low"),
    (["~ 90 percent"], "success: 81.6%; you guessed 90%, 8.4 points too high"),
    (["tomorrow", "3s", "81.6%"], "success: 81.6%, exactly as you guessed"),
    (
      ["help", "lesson 3", "let x = 3", "90"],
      "success: 81.6%; you guessed 90%, 8.4 points too high"
    ),
    ([""], nil), ([], nil), (["next", "75%"], nil), ([" skip ", "75%"], nil),
  ]

  @Test("shows how far off a prediction was", arguments: guesses)
  func prediction(answers: [String], told: String?) {
    let student = Student(Self.memory())
    student.type("lesson 1")
    let printed = student.type("next", answers: answers)
    #expect(printed.contains("success   81.6%"))
    #expect(
      printed.split(separator: "\n").first { $0.hasPrefix("success: ") } == told.map { $0[...] })
    #expect(!printed.contains("expectation met"))
  }

  /// What is asked for a time, and what is told of the answers.
  static let times: [(answers: [String], told: String)] = [
    (["1270 ms"], "p50: 100ms; you guessed 1.27s, 1.17s too high"),
    (["90", "90ms"], "p50: 100ms; you guessed 90ms, 10ms too low"),
    (["two seconds"], "p50: 100ms; you guessed 2s, 1.9s too high"),
    (["0.1 s"], "p50: 100ms, exactly as you guessed"),
    (["1,000 ms"], "p50: 100ms; you guessed 1s, 900ms too high"),
    (["-3ms", "-3", "90ms"], "p50: 100ms; you guessed 90ms, 10ms too low"),
  ]

  @Test("reads times as people write them", arguments: times)
  func timeGuesses(answers: [String], told: String) {
    let student = Student(
      Student.Memory([("a.retry", "/// A\npredict p50\nstats op(latency: 100ms) calls 9")]))
    let printed = student.type("lesson 1", answers: answers)
    #expect(printed.contains("\n\(told)\n"), "\(printed)")
  }

  @Test("asks for two figures of one result, a row of a comparison, or which row it is")
  func severalGuesses() {
    let text = """
      /// A
      let one = op(latency: 10ms, fails: 50%)
      let two = one.retry(2)
      predict success of one
      predict attempts
      predict highest success of one, two
      predict lowest latency of one, two
      compare one, two calls 1000
      """
    let student = Student(Student.Memory([("a.retry", text)]))
    let printed = student.type("lesson 1", answers: ["50", "2", "three", "two", "2"])
    for line in [
      "success of one: 50.2%; you guessed 50%, 0.2 points too low",
      "attempts: 1.498; you guessed 2, 0.5 too high",
      "highest success: two with 73.8%, as you guessed",
      "lowest latency: one with 10ms; you guessed two, which has 14.98ms",
      "'three' is not one of the rows",
    ] { #expect(printed.contains("\n\(line)\n"), "\(line) in \(printed)") }
    for wrong in [
      "predict highest success of one", "predict success of one, two", "predict p50 on x",
      "predict highest success of one, one.retry(2)",
    ] {
      #expect(student.type(wrong).contains("needs the names of the rows"))
    }
  }

  @Test("a distance has all its digits, however large it is")
  func largeDistance() {
    let student = Student(Student.Memory([("a.retry", "/// A\npredict attempts\nop()")]))
    let told = student.type("lesson 1", answers: ["1000000000001"])
    #expect(
      told.contains("attempts: 1; you guessed 1000000000001, 1000000000000 too high"), "\(told)")
  }

  /// An answer and the result of `check`.
  static let answers: [(built: String, told: String)] = [
    ("let other = 1", "'answer' is not defined yet"),
    ("let answer = 1", "must be an operation, not an integer"),
    ("let answer = op()", "not yet: 'answer' does not run 'fetch'"),
    (
      "let answer = fetch",
      "missed  success >= 94%  (1000 calls): success is 81.6%, 12.4 points too low"
    ),
    (
      "let answer = fetch",
      "met     load <= 1.5  (1000 calls): load is 1\nnot yet: one goal is missed"
    ),
    ("let answer = fetch.retry(2).retry(9)", "\nwell done"),
    ("let answer = fetch.retry(2)", "\nwell done\n'next' continues"),
  ]

  @Test("shows the figures of an answer, and never the solution", arguments: answers)
  func checks(built: String, told: String) {
    let student = Student(Self.memory())
    for line in ["lesson 1", "next", "next", built] { student.type(line) }
    let printed = student.type("check")
    #expect(printed.contains(told), "\(printed)")
    #expect(!printed.contains("retry(2)"))
  }

  @Test("an exercise that is solved at the end of its lesson is still there, under its own seed")
  func afterwards() {
    let text = """
      /// A
      let f = op(fails: 40%)
      seed 7
      exercise answer of f
      goal success >= 82% calls 1000
      hint "twice"
      solution f.retry(2)
      """
    let student = Student(Student.Memory([("mine.retry", text), ("b.retry", "/// B")]))
    student.type("lesson 1")
    #expect(
      student.type("solution").hasPrefix("not yet: first 'check' must accept your own answer"))
    student.type("let answer = f.retry(retries: 1)")
    let told = student.type("check")
    #expect(told.contains("well done\nend of the lesson 'A'; 'next' starts 'lesson 2'"))
    #expect(student.type("seed") == "seed 42")
    #expect(told.hasPrefix(student.type("check")))
    #expect(student.type("hint") == "hint 1 of 1: twice")
    #expect(student.type("solution") == "let answer = f.retry(2)")
    student.type("seed 3")
    #expect(told.hasPrefix(student.type("check")), "another seed is no way to better luck")
    #expect(student.type("lesson").hasSuffix("'next' starts 'lesson 2'"))
    #expect(student.type("next").contains("end of the lesson 'B'"))
  }

  @Test("an answer that stands in the file is checked with it")
  func answered() {
    let exercise = "exercise answer of f\ngoal attempts == 1\n"
    let text = "/// A\nlet f = op()\n\(exercise)let answer = f\ncheck"
    let printed = Student(Student.Memory([("mine.retry", text)])).type("lesson 1")
    #expect(printed.contains("well done\nend of the lesson 'A'; "), "\(printed)")
    #expect(!printed.contains("your turn"))
  }

  @Test("a lesson of one's own does not count as one of the course with the same name")
  func named() {
    let memory = Student.Memory(
      [("01-twice.retry", Self.text)], others: ["my/01-twice.retry": "/// Mine"])
    let student = Student(memory)
    #expect(student.type("lesson my/01-twice").contains("end of the lesson 'Mine'"))
    #expect(!student.type("lesson").contains("(done)"))
    #expect(student.type("next").hasPrefix("Twice is better"))
  }

  @Test("'save' keeps the answer, and what it needs, beside the results")
  func saving() throws {
    let memory = Self.memory()
    let student = Student(memory, isSaving: true)
    for line in ["lesson 1", "next", "next", "let n = 2", "let unused = 3"] { student.type(line) }
    student.type("let answer = fetch.retry(n)")
    #expect(student.type("save mine").contains("saved mine.retry: 3 definitions, 3 results"))
    let saved = try #require(memory.file("mine.retry"))
    #expect(saved.hasSuffix("let n = 2\nlet answer = fetch.retry(n)\n"), "\(saved)")
  }

  @Test("an answer that is checked in a script is an object of its own, and decides how it ends")
  func scripted() throws {
    let script = "let f = op(fails: 100%)\nexercise answer of f\ngoal attempts == 3\n"
    for (answer, isMet) in [("f.retry(3)", true), ("f.retry(4)", false), ("op()", false)] {
      var printed: [String] = []
      var session = Session.printing(.json) { output in
        if case .result(let text) = output { printed.append(text) }
      }
      let status = session.run(script + "let answer = \(answer)\ncheck")
      #expect(status == (isMet ? .ready : .failed))
      let object =
        "{\"kind\":\"exercise\",\"schema\":1,\"name\":\"answer\",\"answer\":\"\(answer)\","
      let told = try #require(printed.last)
      #expect(told.hasPrefix(object + "\"right\":true,\"met\":\(isMet),\"goals\":["), "\(told)")
      let check = Scenario(
        path: "a.retry", text: script + "let answer = \(answer)\ncheck", host: .test
      ).check(recording: Recording.Kept())
      #expect(check.verdict == (isMet ? .passed : .expectation))
      #expect(check.line == (isMet ? nil : 5) && check.message.isEmpty == isMet)
    }
  }

  @Test("shows one hint at a time")
  func hints() {
    let student = Student(Self.memory())
    for line in ["lesson 1", "next", "next"] { student.type(line) }
    #expect(student.type("hint") == "hint 1 of 2: try again")
    #expect(student.type("hint") == "hint 2 of 2: try it twice")
    #expect(student.type("hint") == "there are no more hints")
    #expect(student.type("hint") == "hint 1 of 2: try again")
  }

  @Test("the progress is kept for the next session")
  func progress() {
    let memory = Self.memory()
    let student = Student(memory)
    for line in ["lesson 1", "next", "next", "let answer = fetch.retry(2)", "check"] {
      student.type(line)
    }
    let other = Student(memory)
    #expect(other.type("lesson").contains("Twice is better  (at 3 of 4)\n"))
    for line in ["lesson 1 again", "next", "next"] { other.type(line) }
    #expect(
      other.type("next").hasSuffix("'next' starts 'lesson 2'"), "the exercise was passed before")
    #expect(Student(memory).type("lesson").contains("Twice is better  (done)"))
  }

  @Test("a lesson that was left goes on with the width that it set")
  func resumedWidth() {
    let words = "one two three four five six seven eight nine ten eleven twelve"
    let memory = Student.Memory([
      ("1.retry", "/// A\nset width 40\n\n/// B\nlet f = op()\n\n/// \(words)\nset width 40")
    ])
    let first = Student(memory)
    for line in ["lesson 1", "next", "next"] { first.type(line) }
    let resumed = Student(memory).type("lesson 1")
    #expect(resumed.contains("seven eight\nnine ten"), "\(resumed)")
  }

  @Test("a lesson draws as the person has set, and leaves that as it is")
  func look() {
    let call = "op(script: [.timeout, ok]).retry(attempts: 2, delay: 1s)"
    let student = Student(Student.Memory([("1.retry", "/// A\n\(call)\n\n/// B\nop()")]))
    #expect(student.type(call).contains("━"))
    student.type("set charts ascii")
    let said = student.type("lesson 1")
    #expect(said.contains("=") && !said.contains("━"), "\(said)")
    student.type("next")
    #expect(!student.type(call).contains("━"))
  }

  @Test("a lesson that was left goes on at its place, with what was defined before it")
  func resuming() {
    let memory = Self.memory()
    let first = Student(memory)
    for line in ["lesson 1", "next"] { first.type(line) }
    let exercise = first.type("next")
    #expect(
      first.type("lesson").hasSuffix(
        "'lesson 1' is open at 3 of 4: 'check' measures your answer, 'hint' helps"))
    let other = Student(memory)
    #expect(other.type("lesson").hasSuffix("'next' goes on with 'lesson 1' at 3 of 4"))
    #expect(other.type("check").contains("'next' goes on with 'lesson 1' at 3 of 4"))
    let words = "at 3 of 4: 'back' goes to earlier sections, 'lesson 1 again' starts over\n"
    #expect(other.type("next") == words + exercise)
    #expect(other.type("lesson 1") == words + exercise)
    other.type("let answer = fetch.retry(2)")
    #expect(other.type("check").hasSuffix("\nwell done\n'next' continues"))
    #expect(other.type("lesson").hasSuffix("open at 3 of 4: 'next' continues, 'back' goes back"))
    #expect(other.type("back").hasPrefix("How many of a thousand?"))
    #expect(
      other.type("lesson 1 again").hasPrefix(
        "you were at 2 of 4\nTwice is better\nretry> let fetch"))
    #expect(other.type("lesson 1 again").hasPrefix("Twice is better\nretry> let fetch"))
  }

  @Test("a prediction without a result is dropped with a word by the next section")
  func dropped() {
    let student = Student(Self.memory())
    student.type("lesson 1")
    student.type("predict attempts", answers: ["3"])
    let printed = student.type("next", answers: [""])
    #expect(
      printed.hasPrefix("there was no result to compare with your guess 3 for attempts\n"),
      "\(printed)")
    #expect(!student.type("back", answers: [""]).contains("there was no result"))
  }

  @Test("after the last section, 'next' starts the next lesson, up to the end of the course")
  func following() {
    let memory = Self.memory()
    let student = Student(memory)
    for line in ["lesson 1", "next", "next", "next", "next"] { student.type(line) }
    #expect(student.type("lesson").hasSuffix("'next' starts 'lesson 2'"))
    #expect(student.type("hint").contains("'next' starts 'lesson 2'"))
    #expect(Student(memory).type("next").contains("end of the lesson 'B'"))
    // An exercise that was skipped is still to be done.
    let again = Student(memory)
    #expect(again.type("lesson").contains("Twice is better  (exercise open)"))
    #expect(again.type("next").contains("at 3 of 4: 'back'"))
    again.type("let answer = fetch.retry(2)")
    #expect(again.type("check").contains("well done"))
    #expect(again.type("next").contains("end of the lesson 'Twice is better'"))
    #expect(Student(memory).type("next").contains("end of the lesson 'B'"))
    let done = "you have done all lessons; 'lesson 1 again' repeats the first"
    #expect(Student(memory).type("next") == done)
    #expect(Student(memory).type("lesson").hasSuffix("\n" + done))
    #expect(Student(memory).type("lesson 1").hasPrefix("Twice is better\n"))
  }

  @Test("a lesson whose definitions need its results starts from its beginning")
  func dependent() {
    let text = "/// A\nlet f = op()\nf\n/// B\nlet g = _1\nf\n/// C\nlet h = g\nf\n/// D\nf"
    let memory = Student.Memory([("01.retry", text)])
    let student = Student(memory)
    for line in ["lesson 1", "next", "next"] { student.type(line) }
    #expect(Student(memory).type("next").contains("A\nretry> let f = op()"))
  }

  @Test(
    "progress that names a lesson that is gone is harmless", arguments: ["99", "../x", "\u{1B}"])
  func lost(last: String) {
    let kept = "{\"kind\":\"lessons\",\"lessons\":{},\"last\":\"\(last)\"}"
    let student = Student(Student.Memory([("01.retry", Self.text)], kept: kept))
    #expect(!student.type("lesson").contains("\u{1B}"))
    #expect(student.type("next").hasPrefix("error: "))
    #expect(student.type("lesson 1").hasPrefix("Twice is better"))
  }

  @Test("what a lesson runs is shown before its result, and what its author writes is not")
  func typed() {
    let text = """
      /// A
      let f = op()  // a comment
        .timeout(1s)
      predict attempts
      f.retry(
        2
      )
      expect attempts == 1
      seed 7; (1 + 2) * 3
      expect attempts == 2
      """
    let student = Student(Student.Memory([("01.retry", text)]))
    let printed = student.type("lesson 1", answers: ["1"])
    #expect(printed.contains("A\nretry> let f = op()  // a comment\n  .timeout(1s)\nf: an op"))
    let question =
      "your guess for attempts, the mean number of attempts per call? (a number, or Enter to skip)"
    #expect(printed.contains("\nretry> f.retry(\n  2\n)\n\(question)\n"))
    #expect(printed.contains("\nretry> seed 7\n") && printed.contains("\nretry> (1 + 2) * 3\n9"))
    #expect(printed.count(of: "retry> ") == 4 && !printed.contains("predict"))
    #expect(printed.contains("expectation failed: attempts == 2"))
    #expect(printed.count(of: "retry> f.retry(") == 1)
  }

  @Test(
    "invalid progress is reported once and left unchanged",
    arguments: [
      "", "{", "[]", "{\"kind\":\"other\"}", "{\"kind\":\"lessons\",\"lessons\":{\"a\":1}}",
    ])
  func damaged(kept: String) {
    let memory = Student.Memory([("01.retry", Self.text)], kept: kept)
    let student = Student(memory)
    #expect(student.type("lesson").contains("warning: the file with your progress is damaged"))
    #expect(!student.type("lesson 1").contains("warning"))
    student.type("next")
    #expect(student.type("lesson").contains("(at 2 of 4)"))
    #expect(memory.kept == kept)
  }

  @Test("if progress cannot be saved, that is reported once, and the lesson continues")
  func unwritable() {
    let student = Student(Student.Memory([("01.retry", Self.text)], reason: "no space left"))
    #expect(student.type("lesson 1").contains("warning: your progress is not saved: no space left"))
    #expect(!student.type("next").contains("warning"))
  }

  /// A command at the wrong time and the response to it.
  static let mistakes: [(text: String, told: String)] = [
    ("next", "no call is being stepped through, and no lesson is open"),
    ("back", "no call is being stepped through, and no lesson is open"),
    ("check", "there is no exercise"), ("hint", "there is no exercise"),
    ("lesson 3", "there is no lesson 3: they are 1 to 2"),
    ("lesson nowhere.retry", "no readable file 'nowhere.retry'"),
    ("predict succes", "did you mean 'success'?"), ("predict error", "unknown figure 'error'"),
    ("goal success >= 1%", "'goal' must follow 'exercise'"),
    ("solution op()", "'solution' must follow 'exercise'"),
    ("exercise 3", "'exercise' needs the name"),
    ("exercise a of b", "'b' is neither an operation nor a function"),
  ]

  @Test("a command at the wrong time gets a clear answer", arguments: mistakes)
  func outOfTurn(text: String, told: String) {
    #expect(Student(Self.memory()).type(text).contains(told))
  }

  @Test("a prediction is not compared with a result without calls")
  func noCall() {
    var hooks = TerminalHooks()
    hooks.answer = { _ in "80%" }
    var printed = ""
    var session = Session.printing(terminal: hooks) { printed += "\($0)\n" }
    session.run("predict success\nload(op(), rate: 1/s, for: 1ms)")
    #expect(
      printed.contains("no measured call ended") && !printed.contains("you guessed"), "\(printed)")
    #expect(!printed.contains("e-1"), "an empty load has no axis")
    session.run("stats op() calls 10")
    #expect(printed.contains("success: 100%; you guessed 80%"), "\(printed)")
  }

  @Test(
    "an answer that is no guess is asked for again, with the reason",
    arguments: [
      ("success", "stats op()", "'stats' is a command: answer first, or press Enter to skip"),
      ("success", "140%", "a percentage is from 0% to 100%"),
      ("success", "help", "success is "),
      ("p99", "20", "20 of what? write 20ms or 20s"),
      ("p99", "soon", "'soon' is not defined"),
      ("attempts", "-1", "attempts is not below 0"),
      ("highest p99 of a, b", "c", "'c' is not one of the rows"),
    ])
  func noGuess(figure: String, answer: String, reason: String) {
    var (hooks, questions) = (TerminalHooks(), [String]())
    hooks.answer = { question in
      questions.append(question)
      return questions.count == 1 ? answer : nil
    }
    var session = Session.printing(terminal: hooks) { _ in }
    session.run("predict \(figure)")
    #expect(questions.count == 2 && questions.last?.hasPrefix(reason) == true, "\(questions)")
  }

  @Test("a lesson with an error does not start")
  func broken() {
    let student = Student(Student.Memory([("01.retry", "/// A\nlet a = 1\n\n/// B\nfrobnicate 3")]))
    #expect(student.type("lesson 1").contains("01.retry:5"))
    #expect(student.type("next").contains("no lesson is open"))
  }

  @Test(
    "a lesson may start without narration",
    arguments: ["let f = op()\nf", "#!/usr/bin/env retrylab\n// mine\nlet f = op()\nf\n/// B\nf"])
  func unnarrated(text: String) {
    let printed = Student(Student.Memory([("01.retry", text)])).type("lesson 1")
    #expect(printed.contains("success in 100ms"), "\(printed)")
  }

  @Test("a section that is shown again starts in the same state")
  func back() {
    let text =
      "/// A\nlet f = op(fails: 100%)\nrun f.retry(2) times 1\n/// B\nlet f = op()\ndialect combine\nf"
    let student = Student(Student.Memory([("01.retry", text + "\n/// C\nf")]))
    let first = student.type("lesson 1")
    #expect(first.contains("  2 attempts"))
    student.type("let f = op(); let mine = 3")
    #expect(student.type("next").contains("dialect combine"))
    #expect(student.type("back") == first)
    #expect(student.type("mine") == "3")
  }

  /// Hostile lessons and the responses to them.
  static let hostile: [(text: String, told: String)] = [
    ("/// A\nback", "no lesson is open"), ("/// A\nnext", "no lesson is open"),
    ("/// A\nlesson 1", "a script cannot start a lesson"),
    ("/// A\nsave mine", "'save' works only at the prompt"),
    ("/// \u{1B}[2J", "end of the lesson"),
    ("/// A\nexercise a\ngoal attempts == 1\nhint \"\u{1B}[2J\"", "your turn"),
  ]

  @Test("a lesson does not advance by itself, and writes nothing but text", arguments: hostile)
  func meansNoGood(text: String, told: String) {
    let student = Student(Student.Memory([("01.retry", text)]))
    let printed = student.type("lesson 1") + student.type("hint") + student.type("lesson")
    #expect(printed.contains(told), "\(printed)")
    #expect(!printed.contains("\u{1B}"))
  }

  @Test("while stepping through a call, next and back step through the call")
  func stepping() {
    let student = Student(Self.memory())
    student.type("lesson 1")
    student.type("step fetch.retry(2)")
    #expect(student.type("next").contains("the call has ended"))
    student.type("leave")
    #expect(student.type("next").hasPrefix("How many of a thousand?"))
  }

  @Test("an answer can be measured under a load, once for all goals that name it")
  func loads() {
    let text = """
      /// A
      let box = server(service: 100ms)
      let f = op("f", on: box)
      let busy = { answer in load(answer, rate: 9/s, for: 20s) }
      exercise answer of f
      goal p50 <= 300ms under busy
      goal amplification <= 1 under { load($0, clients: 1, calls: 2) }
      goal success >= 100%
      """
    let student = Student(Student.Memory([("01.retry", text)]))
    let begun = student.type("lesson 1")
    #expect(
      begun.contains("  p50 <= 300ms  (under busy)\n  amplification <= 1  (under { load($0, "))
    student.type("let answer = f.hedge(after: 10ms)")
    let missed = student.type("check")
    #expect(missed.contains("missed  p50 <= 300ms  (under busy): p50 is "), "\(missed)")
    #expect(missed.contains("amplification is 2, 1 too high\n"))
    student.type("let answer = f")
    #expect(student.type("check").contains("\nwell done"))
    #expect(student.type("goal success >= 1% under 3").contains("error: "))
  }

  @Test("a script fails if a solution misses its goal or a wrong answer meets it")
  func scripts() {
    let script = "let f = op(fails: 100%)\nexercise answer of f\ngoal attempts == 3\n"
    let check = { (text: String) in
      Scenario(path: "a.retry", text: script + text, host: .test).check(
        recording: Recording.Kept())
    }
    #expect(check("solution f.retry(3)\nwrong f.retry(4)").verdict == .passed)
    #expect(
      check("solution f.retry(4)").message.hasPrefix("the solution misses a goal: f.retry(4)"))
    #expect(
      check("wrong f.retry(3)").message.hasPrefix("a wrong answer meets the goals: f.retry"))
    #expect(check("solution op(fails: 100%).retry(3)").verdict == .expectation)
    #expect(check("wrong f.retry(3)").line == 4)
  }
}

extension String {
  /// Returns how often a text occurs.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
