import RetryLanguage

// Statements: definitions, expressions, commands and settings.

extension ProgramWriter {
  /// How deep calls nest in a statement.
  private static let depth = 3

  /// Returns a statement and records its definitions and results.
  mutating func statement() -> String {
    switch dice.below(20) {
    case 0..<6: definition()
    case 6..<10: shown()
    case 10: setting()
    case 11: plain()
    default: command()
    }
  }

  /// Returns a source, or the simplest one.
  private mutating func source() -> String {
    expression(.source(plainType()), depth: Self.depth) ?? "op()"
  }

  private mutating func definition() -> String {
    if dice.chance(20), let function = function() { return function }
    let types: [Type] = [
      .source(.int), .source(.int), .source(.text), .source(plainType()), .policy, .load, .resource,
      .filter, .int, .duration, .share, .fault, plainType(),
    ]
    let type = dice.pick(types) ?? .int
    let value = expression(type, depth: Self.depth) ?? "op()"
    let name = freshName()
    names.append(Named(name: name, type: type))
    return "let \(name) = \(value)"
  }

  private mutating func shown() -> String {
    if dice.chance(15), let load = expression(.load, depth: 2) {
      noteResult(.stats)
      return load
    }
    let text = source()
    if !text.hasPrefix("_") { noteResult(.run) }
    return text
  }

  private mutating func plain() -> String {
    let type = plainType()
    guard let text = expression(type, depth: 2), let first = text.first,
      !".([{-_".contains(first)
    else { return shown() }
    noteResult(type)
    return text
  }

  private mutating func setting() -> String {
    dice.word(
      "seed \(dice.below(100))", "set events \(20 + dice.below(60))", "dialect combine",
      "dialect rxswift", "set depth 200", "set width 60", "set engine general", "set memory 16",
      "seed", "set", "set rows 100")
  }

  private mutating func command() -> String {
    switch dice.below(15) {
    case 0, 1: run()
    case 2, 3: stats()
    case 4: compare()
    case 5: sweep()
    case 6: search("find", .findings, dice.word("", " first 2"))
    case 7: search("hunt", .run, "")
    case 8: explanation()
    case 9: step()
    case 10: expect()
    case 11: show()
    case 12: play()
    case 13: file()
    default: dice.word("let gone = 1\nundo", "help retry", "apropos wait", "show", "help jitter")
    }
  }

  private mutating func show() -> String {
    let defined = dice.pick(names.map(\.name).filter { $0.hasPrefix("v") })
    return dice.chance(50) ? "show" : defined.map { "show \($0)" } ?? "show"
  }

  private mutating func run() -> String {
    let text = source()
    switch dice.below(5) {
    case 0: return "run \(text) times \(1 + dice.below(4))"
    case 1:
      noteResult(.run)
      return "run \(text) at \(dice.word("p50", "p99", "max")) calls 8"
    case 2:
      noteResult(.run)
      return "run \(text) worst 1 calls 8"
    case 3:
      noteResult(.run)
      return "run \(text) call \(dice.word("1", "7", "9223372036854775807"))"
    default:
      noteResult(.run)
      return "run \(text) seed \(dice.below(9))\(dice.chance(15) ? " over 1s" : "")"
    }
  }

  private mutating func play() -> String {
    let text = source()
    noteResult(.run)
    return "play \(text) speed \(dice.word("1", "0.5", "1e9"))"
  }

  private mutating func file() -> String {
    if dice.chance(30) { return "lesson f.retry\nnext\nback" }
    noteResult(.run)
    noteResult(.stats)
    names.append(Named(name: "loaded", type: .source(.unit)))
    return "load f.retry"
  }

  private mutating func stats() -> String {
    defer { noteResult(.stats) }
    if dice.chance(15), let load = expression(.load, depth: 2) { return "stats \(load) runs 2" }
    return "stats \(source()) calls \(1 + dice.below(50))\(dice.chance(15) ? " over 10s" : "")"
  }

  private mutating func compare() -> String {
    defer { noteResult(.table) }
    let more = dice.chance(30) ? ", \(source())" : ""
    return "compare \(source()), \(source())\(more) calls \(1 + dice.below(20))"
  }

  private mutating func sweep() -> String {
    let name = freshName()
    let (type, values): (Type, String) =
      dice.chance(60)
      ? (.int, dice.word("1...3", "[0, 2]", "[1]"))
      : (.duration, dice.word("[1ms, 10ms]", "[0ms, 1h]", "[100ms]"))
    let before = names
    names.append(Named(name: name, type: type))
    let body = source()
    names = before
    noteResult(.table)
    return "sweep \(name) in \(values) { \(body) } calls \(1 + dice.below(10))"
  }

  private mutating func search(_ word: String, _ type: Type, _ more: String) -> String {
    let condition = dice.word(
      "attempts >= 2", "latency > 10ms", "success", "!success", "error is .timeout",
      "outcome == \"failure\"", "waited > 0ms", "true", "attempts == 0 || latency < 1h")
    let text = source()
    // Nothing is kept of a hunt that finds nothing.
    if word == "find" { noteResult(type) }
    return "\(word) \(text) where \(condition) calls 20\(more)"
  }

  private mutating func explanation() -> String {
    if dice.chance(40) { return "explain \(source())" }
    let text = source()
    let other = dice.chance(40) ? " against [\(source())]" : ""
    noteResult(.run)
    return "why \(text)\(dice.word("", " call 1"))\(other)"
  }

  private mutating func step() -> String {
    var lines = ["step \(source())"]
    for _ in 0..<dice.below(5) {
      lines.append(
        dice.word("next", "back", "queue", "state", "continue", "failure", "until attempts > 1"))
    }
    return (lines + ["leave"]).joined(separator: "\n")
  }

  private mutating func expect() -> String {
    guard resultCount > 0 else { return shown() }
    return "expect \(dice.word("attempts >= 0", "success >= 0%", "latency >= 0ms", "load >= 0"))"
  }
}
