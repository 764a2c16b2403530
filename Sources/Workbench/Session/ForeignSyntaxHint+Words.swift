/// The words of other languages and tools.
extension ForeignSyntaxHint {
  /// The most lines of a text that are guessed at.
  static let mostGuesses = 20

  static let prompts = ["retry> ", "step> "]
  static let continuations = prompts.map { $0.dropLast().map { _ in "." }.joined() + " " }

  static let sameCommands: [String: String] = [
    "?": "help", ":help": "help", "help()": "help", "h": "help",
    "q": "exit", ":q": "exit", ":quit": "exit", "bye": "exit",
    "exit()": "exit", "quit()": "exit", "exit;": "exit", "quit;": "exit",
    "timing on": "set timing on", "timing off": "set timing off",
    "lessons": "lesson", "courses": "course", "continue lesson": "lesson",
  ]

  static let sameBeginnings = [
    ("continue lesson ", "lesson "), ("resume lesson ", "lesson "), ("man ", "help "),
  ]

  /// Commands of one value that are written as functions elsewhere.
  static let functions: Set<String> = ["help", "run", "stats", "step", "explain", "why"]

  static let keywords: [(words: Set<String>, message: String, fixIt: String)] = [
    (
      ["for", "while", "repeat", "loop", "foreach"], "there are no loops",
      "'stats f calls 1000' repeats a call, and 'sweep n in [1, 3, 5] { f.retry(n) }' tries values"
    ),
    (
      ["function", "fn", "fun", "class", "struct"],
      "there are functions, and they begin with 'func'",
      "write 'func twice(_ n: Int) -> Operation { op().retry(2 * n) }'"
    ),
    (
      ["if", "switch", "guard", "unless", "assert"], "only functions have statements that choose",
      "write 'n > 3 ? a : b' for a value, or 'expect success > 99%' for a result"
    ),
    (
      ["print", "println", "printf", "echo", "puts", "console"], "values print themselves",
      "type the value alone"
    ),
    (
      ["using", "require", "from", "include"], "nothing has to be imported",
      "'help' lists what there is"
    ),
    (["#"], "a comment begins with '//'", "write '//' for '#'"),
    (
      ["const", "val", "auto", "def", "int", "float", "double", "string", "mut"],
      "names are defined with 'let'",
      "write 'let f = op()'"
    ),
    (["try", "await", "async", "return", "throw"], "values need no such word", "leave it out"),
    (["clear", "cls"], "there is no command for that", "Ctrl-L clears the screen"),
    (
      ["sleep", "wait", "usleep"], "time is virtual: nothing sleeps",
      "'op(latency: 1s)' takes a second, and 'delay: 1s' in a retry waits for one"
    ),
    (["ls", "dir", "pwd", "cd", "cat"], "this is no shell", "'show' lists what you have defined"),
    (["version", "about"], "there is no command for that", "'retrylab --version' prints it"),
    (["_"], "there is no result yet", "run something first: '_' is then its result"),
  ]
}
