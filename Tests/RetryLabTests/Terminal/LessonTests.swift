import Foundation
import Testing

@Suite("A lesson at the prompt")
struct LessonTests {
  private static let lesson = """
    /// Twice is better
    let fetch = op(latency: 50ms, fails: [.timeout: 20%])
    predict success
    stats fetch calls 1000

    /// Now you.
    exercise answer of fetch
    goal success >= 94% calls 1000
    solution fetch.retry(2)
    wrong fetch
    """

  @Test("is available in every folder")
  func anywhere() throws {
    let terminal = try TerminalUser().sitAtHome()
    #expect(try terminal.enter("lesson").contains("1  "))
  }

  @Test("asks, explains, checks, and saves the progress privately")
  func walk() throws {
    let user = try TerminalUser()
    _ = try user.write(Self.lesson, to: "scenarios/lessons/01-twice.retry")
    let terminal = try user.sitAtHome()
    #expect(try terminal.enter("lesson").contains("min  Twice is better"))
    terminal.type("lesson 1\r")
    try terminal.wait(for: "the question") { $0.text.hasSuffix("Enter to skip)\nanswer>") }
    // A prediction is edited like an entry.
    terminal.type("65%" + Press.control("a") + Press.right + Press.backspace + "7")
    try terminal.wait(forLine: "answer> 75%")
    terminal.type(Press.control("l"))
    try terminal.wait(for: "the prediction alone") { $0.text == "answer> 75%" }
    terminal.type("\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.history.contains("success: 81.6%; you guessed 75%"))
    #expect(try terminal.enter("next").contains("your turn: define 'answer'"))
    try terminal.enter("let answer = fetch")
    #expect(try terminal.enter("check").contains("not yet: one goal is missed"))
    try terminal.enter("let answer = fetch.retry(2)")
    #expect(try terminal.enter("check").contains("end of the lesson 'Twice is better'"))
    let file = user.home.appending(path: ".local/state/retrylab/lessons.json")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = try user.sitAtHome()
    #expect(try again.enter("lesson").contains("Twice is better  (done)"))
  }

  @Test("a prediction is revised before it is given, and asked for again if it is not understood")
  func revised() throws {
    let user = try TerminalUser()
    _ = try user.write(Self.lesson, to: "mine.retry")
    let terminal = try user.sitAtHome()
    terminal.type("lesson mine.retry\r")
    try terminal.wait(for: "the question") { $0.text.hasSuffix("Enter to skip)\nanswer>") }
    terminal.type("tomorow" + Press.backspace + "\r")
    try terminal.wait(for: "the question again") {
      $0.history.contains("answer> tomoro\n") && $0.text.hasSuffix("Enter to skip)\nanswer>")
    }
    // All of it is replaced by another prediction, and that one is changed in its middle.
    terminal.type("20%" + Press.control("u") + "65%")
    try terminal.wait(forLine: "answer> 65%")
    terminal.type(Press.left + Press.left + Press.backspace + "8")
    try terminal.wait(forLine: "answer> 85%")
    terminal.type("\r")
    try terminal.waitForPrompt()
    #expect(
      terminal.emulator.history.contains("success: 81.6%; you guessed 85%, 3.4 points too high"))
    #expect(!terminal.emulator.history.contains("you guessed 20%"))
  }

  @Test("a prediction is given anew when its section is shown again, and the newest counts")
  func givenAgain() throws {
    let user = try TerminalUser()
    _ = try user.write(Self.lesson, to: "mine.retry")
    let terminal = try user.sitAtHome()
    for (command, prediction, told) in [
      ("lesson mine.retry", "65%", "success: 81.6%; you guessed 65%, 16.6 points too low"),
      ("back", "80%", "success: 81.6%; you guessed 80%, 1.6 points too low"),
      ("lesson mine.retry again", "", nil),
      ("back", "81.6%", "success: 81.6%, exactly as you guessed"),
    ] {
      terminal.type(Press.control("l") + command + "\r")
      try terminal.wait(for: "the question") { $0.text.hasSuffix("Enter to skip)\nanswer>") }
      terminal.type(prediction + "\r")
      try terminal.waitForPrompt()
      let said = terminal.emulator.text.split(separator: "\n").filter { $0.hasPrefix("success: ") }
      #expect(said == [told].compactMap { $0.map { $0[...] } }, "\(command)")
    }
  }

  @Test("a folder for progress that cannot be created is reported, and the lesson continues")
  func unwritable() throws {
    let user = try TerminalUser()
    _ = try user.write(Self.lesson, to: "mine.retry")
    _ = try user.write("in the way", to: ".local/state")
    let terminal = try user.sitAtHome()
    terminal.type("lesson mine.retry\r")
    try terminal.wait(for: "the question") { $0.text.contains("Enter to skip)") }
    terminal.type("\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.history.contains("warning: your progress is not saved: "))
    #expect(try terminal.enter("next").contains("your turn: define 'answer'"))
  }

  private static let long = """
    /// One.
    let fetch = op(latency: 50ms, fails: [.timeout: 20%])
    stats fetch calls 1000
    /// Two.
    stats fetch.retry(2) calls 1000
    """

  @Test(
    "nothing leaves a small screen unread, and no pager opens", arguments: TerminalUser.Kind.all)
  func pages(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    _ = try user.write(Self.long, to: "mine.retry")
    let terminal = try user.sitAtHome(environment: ["PAGER": "false"], rows: 9)
    terminal.type("lesson mine.retry\r")
    try terminal.wait(for: "retry> lesson mine.retry")
    try terminal.wait(for: "One.")
    var seen: Set<String> = []
    var pauses = 0
    while true {
      try terminal.wait(for: "a pause or the end") {
        let last = $0.text.split(separator: "\n").last
        return last == "(Enter goes on)" || last == "retry>"
      }
      seen.formUnion(terminal.emulator.text.split(separator: "\n").map(String.init))
      if terminal.emulator.text.hasSuffix("retry>") { break }
      let before = terminal.emulator.history
      terminal.type("\r")
      try terminal.wait(for: "more") { $0.history != before }
      pauses += 1
    }
    #expect(pauses >= 1)
    // Every row was on the screen at a pause or at the end.
    let rows = terminal.emulator.history.split(separator: "\n").map(String.init)
    #expect(rows.filter { !seen.contains($0) } == [])
    #expect(!terminal.emulator.history.contains("(Enter goes on)"))
  }

  @Test("what is typed where the output waits is in the next prompt")
  func typedAtPause() throws {
    let user = try TerminalUser()
    _ = try user.write(Self.long, to: "mine.retry")
    let terminal = try user.sitAtHome(environment: ["PAGER": "false"], rows: 9)
    terminal.type("lesson mine.retry\r")
    try terminal.wait(for: "a pause") { $0.text.hasSuffix("(Enter goes on)") }
    // With the words before it, it is longer than a row.
    let line = "show" + String(repeating: " fetch", count: 11)
    var keys = line + "\r"
    while !terminal.emulator.text.contains("retry> show") {
      let before = terminal.emulator.history
      terminal.type(keys)
      try terminal.wait(for: "a pause or the prompt") {
        $0.history != before
          && ($0.text.hasSuffix("(Enter goes on)") || $0.text.contains("retry> show"))
      }
      keys = "\r"
    }
    try terminal.wait(forLine: "retry> \(line)")
    #expect(!terminal.emulator.history.contains("goes on"))
  }

  @Test("Ctrl-C at a prediction stops the section")
  func interruptedPrediction() throws {
    let user = try TerminalUser()
    _ = try user.write(Self.lesson, to: "mine.retry")
    let terminal = try user.sitAtHome()
    terminal.type("lesson mine.retry\r")
    try terminal.wait(for: "the question") { $0.text.hasSuffix("answer>") }
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
    #expect(terminal.emulator.history.contains("stopped by Ctrl-C"))
    #expect(terminal.emulator.history.contains("'next' shows this section again"))
    terminal.type("next\r")
    try terminal.wait(for: "the question") { $0.text.hasSuffix("answer>") }
    terminal.type("80\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.shows("success: 81.6%; you guessed 80%"))
  }

  @Test("the first result after a change of size has the new width")
  func resized() throws {
    let terminal = try TerminalUser().sit()
    terminal.type("run op(fails: 50%).retry(5) times 3")
    try terminal.wait(for: "times 3")
    terminal.resize(columns: 50, rows: 24)
    try terminal.wait(for: "times 3")
    terminal.type("\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.text.split(separator: "\n").allSatisfy { $0.count <= 50 })
    #expect(try terminal.enter("set").contains("width    50"))
  }

  @Test("narration and questions break between words, and a result after a change of size fits")
  func narrow() throws {
    let user = try TerminalUser()
    _ = try user.write(
      """
      /// Delay: give it time
      ///
      /// This server is down for one second and refuses requests within five milliseconds.

      predict latency
      op("fetch", latency: 50ms, outages: [0s...1s]).retry(attempts: 5, delay: 300ms)
      """, to: "mine.retry")
    let terminal = try user.sitAtHome()
    terminal.resize(columns: 40, rows: 24)
    terminal.type("lesson mine.retry\r")
    try terminal.wait(for: "the question") { $0.text.hasSuffix("answer>") }
    let narrow = terminal.emulator.text
    #expect(
      narrow.contains("\nThis server is down for one second and\nrefuses requests within five"))
    let question =
      "your guess for latency, the mean latency of a call? (a time in ms or s, or Enter to skip)"
    #expect(narrow.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(question))
    terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "the question") { $0.text.hasSuffix("answer>") }
    terminal.type("1s\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.shows("attempt 4  ▶ fetch"))
    #expect(terminal.emulator.shows("… wait 300ms   constant back-off"))
  }
}
