extension CheatingTests {
  /// A way to a grade, the text of the file, and what becomes of it.
  static let ways: [(way: String, text: String, fate: Fate)] = [
    // Success that is no answer of the operation.
    (
      "a value after another operation", "let answer = fetch.catchAndReturn(0).concat(spare)",
      .missed()
    ),
    (
      "another operation after a swallowed failure",
      "let answer = fetch.catchAndReturn(0).flatMap { x in spare }", .missed()
    ),
    (
      "a pair with another operation", "let answer = zip(fetch.catchAndReturn(0), spare)", .missed()
    ),
    (
      "a race with a late value",
      "let answer = just(1).delay(40ms).merge(fetch).take(1)", .missed()
    ),
    (
      "what a cache always has", "let answer = fetch.cached(7, fresh: 100%, stale: 0%)",
      .refused("does not run 'fetch'")
    ),
    (
      "an error that stands for success",
      "let answer = fetch.catch { e in fail(.offline) }.catchAndReturn(0)", .missed()
    ),
    ("no attempt at all", "let answer = fetch.retry(0)", .refused("does not run 'fetch'")),
    ("an answer that never ends", "let answer = never()", .refused("does not run 'fetch'")),
    ("a load as the answer", "let answer = busy(fetch)", .refused("not a load")),
    ("a closure as the answer", "let answer = { fetch.retry(4) }", .refused("not a closure")),
    ("praise as the answer", "let answer = \"well done\"", .refused("not a string")),
    ("praise as a remark", "/// well done\n// solved, 2/2\nlet answer = fetch", .missed()),
    // Names.
    (
      "another operation under the name", "let fetch = spare\n\(right)",
      .refused("that name was redefined")
    ),
    (
      "another operation by two names", "let mine = spare\nlet fetch = mine\n\(right)",
      .refused("that name was redefined")
    ),
    (
      "figures by other names",
      "let success = 100%; let min = 0; let p99 = 1ms; let answer = fetch",
      .missed()
    ),
    (
      "functions by other names", "let op = 1; let load = 2; let just = 3; let answer = fetch",
      .missed()
    ),
    (
      "commands as names", "let goal = 0%; let seed = 1; let expect = 2; let answer = fetch",
      .missed()
    ),
    ("a parameter with the name", "let answer = fetch.catch { fetch in just(fetch) }", .missed()),
    (
      "a figure as a value", "let answer = fetch.retry(success >= 0% ? 4 : 1)",
      .refused("'success' is not defined")
    ),
    ("an answer in a function", "func f() -> Int {\n let answer = 4\n return answer\n}", .missing),
    ("a homoglyph", "let \u{430}nswer = fetch.retry(4)", .missing),
    ("upper case", "let Answer = fetch.retry(4)", .missing),
    ("a character without width", "let ans\u{200B}wer = fetch.retry(4)", .refused("unexpected")),
    ("text from right to left", "let \u{202E}answer = fetch.retry(4)", .refused("unexpected")),
    ("a name between backticks", "let `answer` = fetch.retry(4)", .earned()),
    // Commands of the teacher, and settings.
    (
      "an exercise of one's own",
      "exercise answer of spare\ngoal success >= 0%\nlet answer = spare",
      .refused("does not run 'fetch'")
    ),
    (
      "another exercise", "exercise other of fetch\ngoal attempts <= 9\nlet other = fetch", .missing
    ),
    (
      "a solution of one's own", "solution fetch\nwrong fetch.retry(4)\nlet answer = fetch",
      .missed()
    ),
    ("settings", "set draws 0\nset events 1\nset seed 1\nlet answer = fetch", .missed(notes: 3)),
    ("a setting of the output", "set confidence 50%\n\(right)", .earned()),
    ("a later answer", "\(right)\nlet answer = fetch", .missed()),
    ("an answer in a comment", "/* \(right)", .refused("this comment is never closed")),
    // Endless work.
    (
      "no end, no pause", "let answer = fetch.timeout(1ns).retry()",
      .stopped("more than 10000 events")
    ),
    (
      "an endless trigger", "let answer = interval(1ns).flatMap { x in fetch }",
      .stopped("more than 10000 events")
    ),
    (
      "recursion", "func f(_ n: Int) -> Int { return f(n) }\nlet answer = fetch.retry(f(1))",
      .refused("more than 200 deep")
    ),
    (
      "a tree of calls",
      "func f(_ n: Int) -> Int {\n guard n > 1 else { return 1 }\n return f(n - 1) + f(n - 2)\n}\nlet answer = fetch.retry(f(40))",
      .refused("more than 100000 function calls")
    ),
    (
      "a long list",
      "let answer = fetch.map { x in [\(String(repeating: "1,", count: 99_999))1] }",
      .refused("this expression is too complex")
    ),
    (
      "a long sum", "let answer = fetch.retry(\(String(repeating: "1+", count: 9999))1)",
      .refused("more than 1000 operators")
    ),
    (
      "deep closures",
      "let answer = fetch\(String(repeating: ".catch { e in fetch", count: 300))\(String(repeating: " }", count: 300))",
      .refused("more than 100 levels deep")
    ),
    (
      "comments in comments", String(repeating: "/*", count: 5000) + right,
      .refused("this comment is never closed")
    ),
    (
      "five megabytes", "// \(String(repeating: "x", count: 5_000_000))\n\(right)",
      .refused("longer than 1000000 bytes")
    ),
    (
      "texts that double",
      "let s = \"\(String(repeating: "x", count: 8000))\"\nlet t = s + s\nlet answer = fetch.map { x in t }",
      .refused("a string is limited to 10000 bytes")
    ),
    (
      "operations that double",
      (1...20).reduce("let f0 = fetch\n") { "\($0)let f\($1) = f\($1 - 1).merge(f\($1 - 1))\n" }
        + "let answer = f20", .refused("more than 10000 elements")
    ),
    // Encodings.
    ("a byte order mark", "\u{FEFF}\(right)", .earned()),
    ("lines of Windows", "let n = 4\r\nlet answer = fetch.retry(n)\r\n", .earned()),
    ("lines of an old Mac", "let n = 4\rlet answer = fetch.retry(n)\r", .earned()),
    ("a NUL", "\(right)\0", .refused("unexpected character")),
    (
      "two bytes for each letter", right.map { "\($0)\0" }.joined(),
      .refused("unexpected character")
    ),
    ("bidirectional text in a comment", "// \u{202E}\u{200B}\u{1B}[2J\n\(right)", .earned()),
    // Values that vary belong to the author.
    ("variants of one's own", "let n = variant(1, 4)\nlet answer = fetch.retry(n)", .missed()),
    (
      "an answer that varies", "let answer = variant(fetch.retry(4), fetch)",
      .refused("expected a value")
    ),
    (
      "a variant with the name of a parameter",
      "let x = variant(1, 2)\nlet answer = fetch.map { x in x }.retry(4)", .earned()
    ),
    (
      "a variant that fills the memory",
      "let a = variant(\"\(String(repeating: "x", count: 9000))\")\nlet answer = fetch.map { x in [\(String(repeating: "a,", count: 9000))a] }",
      .refused("'variant' needs a value")
    ),
    (
      "a variant of the operation", "let fetch = variant(op(\"fetch\"), 1)\nlet answer = fetch",
      .missed(notes: 1)
    ),
  ]
}
