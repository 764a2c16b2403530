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
    let terminal = try Desk().sitAtHome()
    #expect(try terminal.enter("lesson").contains("1  "))
  }

  @Test("asks, explains, checks, and saves the progress privately")
  func walk() throws {
    let desk = try Desk()
    _ = try desk.write(Self.lesson, to: "scenarios/lessons/01-twice.retry")
    let terminal = try desk.sitAtHome()
    #expect(try terminal.enter("lesson").contains("min  Twice is better"))
    terminal.type("lesson 1\r")
    try terminal.wait(for: "the question") { $0.text.contains("goes on without)?") }
    terminal.type("75%\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.history.contains("you said 75%, success is 81.6%"))
    #expect(try terminal.enter("next").contains("your turn: define 'answer'"))
    try terminal.enter("let answer = fetch")
    #expect(try terminal.enter("check").contains("not yet: one goal is missed"))
    try terminal.enter("let answer = fetch.retry(2)")
    #expect(try terminal.enter("check").contains("end of the lesson 'Twice is better'"))
    let file = desk.home.appending(path: ".local/state/retrylab/lessons.json")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = try desk.sitAtHome()
    #expect(try again.enter("lesson").contains("Twice is better  (done)"))
  }

  @Test("a folder for progress that cannot be created is reported, and the lesson continues")
  func unwritable() throws {
    let desk = try Desk()
    _ = try desk.write(Self.lesson, to: "mine.retry")
    _ = try desk.write("in the way", to: ".local/state")
    let terminal = try desk.sitAtHome()
    terminal.type("lesson mine.retry\r")
    try terminal.wait(for: "the question") { $0.text.contains("goes on without)?") }
    terminal.type("\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.history.contains("warning: your progress is not saved: "))
    #expect(try terminal.enter("next").contains("your turn: define 'answer'"))
  }
}
