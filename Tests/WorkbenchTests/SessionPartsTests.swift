import RetryLanguage
import Simulation
import Testing

@testable import Workbench

@Suite("The parts of a session work without it")
struct SessionPartsTests {
  private static func environment() -> Environment {
    Environment(Settings(), ScriptHost(), commands: CommandTable.standard.all.map(\.shape))
  }

  private static func definition(_ text: String, in environment: Environment) throws -> Definition {
    var checker = environment.checker(of: SourceText(text))
    let statement = try #require(Parser.read(SourceText(text)).statements.first)
    guard case .expression(let expression) = statement else { throw CancellationError() }
    return try checker.evaluate(expression).get()
  }

  @Test("An environment undoes definitions, a reset and settings in reverse order")
  func undoing() throws {
    var environment = Self.environment()
    environment.define("n", try Self.definition("3", in: environment))
    environment.define("n", try Self.definition("n + 1", in: environment))
    environment.reset()
    var settings = environment.settings
    settings.seed = 7
    environment.set(settings)
    #expect(environment.known.isEmpty)
    #expect(environment.undo()?.phrase == "seed 42")
    #expect(environment.undo()?.phrase == "defined again: n")
    #expect(environment.known["n"]?.text == "n + 1")
    #expect(environment.undo()?.phrase == "n is again 3")
    #expect(environment.undo()?.phrase == "'n' is no longer defined")
    #expect(environment.undo()?.phrase == nil)
    #expect(environment.redo()?.phrase == "n is again 3")
    #expect(environment.redo()?.phrase == "n is again 4")
    #expect(environment.redo()?.phrase == "all definitions are removed")
    #expect(environment.undo()?.phrase == "defined again: n")
    #expect(environment.redo()?.phrase == "all definitions are removed")
    #expect(environment.redo()?.phrase == "seed 7")
    #expect(environment.redo()?.phrase == nil)
  }

  @Test("An environment records adopted settings and definitions as if they had been typed")
  func adopting() throws {
    var environment = Self.environment()
    let before = environment.definitions
    environment.define("n", try Self.definition("3", in: environment))
    let after = environment.definitions
    environment.adopt(before)
    environment.reset()
    environment.adopt(after)
    var settings = environment.settings
    (settings.seed, settings.width) = (7, 100)
    environment.adopt(settings)
    let texts = environment.journal.entries.map { Formatter().text([$0.statement]) }
    #expect(texts == ["let n = 3", "set seed 7"])
  }

  @Test("An answer is evaluated in the environment, or refused with a reason")
  func answering() throws {
    var environment = Self.environment()
    environment.define("n", try Self.definition("3", in: environment))
    #expect(try environment.value(of: "n + 1", as: .int).get().plain == .int(4))
    #expect(throws: Environment.Misread.self) { try environment.value(of: "m", as: .int).get() }
    #expect(throws: Environment.Misread.self) { try environment.value(of: "1 2", as: .int).get() }
  }

  @Test("A lesson player goes from section to section, and asks once before it skips an exercise")
  func playing() {
    var player = LessonPlayer(LessonStore())
    let state = LessonPlayer.State(settings: Settings(), definitions: Definitions())
    #expect(player.next(state) == nil && player.back() == nil && player.pass() == nil)
    _ = player.begin(Self.lesson, number: nil, with: Settings())
    #expect(player.next(state) == .section)
    #expect(player.beginSection()?.text.hasPrefix("/// One") == true)
    player.exercise = Exercise(
      name: "answer", base: nil, others: KnownOperations(in: []), seed: 42, settings: Settings())
    #expect(player.placePhrase == "1 of 2 · your turn")
    #expect(player.next(state) == .openExercise)
    #expect(player.pass() == .section)
    #expect(player.placePhrase == "1 of 2 · 'next' continues")
    #expect(player.next(state) == .section)
    #expect(player.beginSection()?.text.contains("/// Two") == true)
    #expect(player.exercise == nil && player.isOver)
    #expect(player.back() != nil && player.placePhrase == "1 of 2 · 'next' continues")
    #expect(player.next(state) == .section && player.next(state) == .end)
    #expect(player.end()?.phrase == "end of the lesson 'One'")
    #expect(!player.isOpen && player.end() == nil)
  }

  @Test("A lesson player restores the settings from before the lesson, also after a second one")
  func restoring() {
    var player = LessonPlayer(LessonStore())
    var settings = Settings()
    (settings.seed, settings.width) = (7, 100)
    let plain = player.begin(Self.lesson, number: nil, with: settings)
    #expect(plain.seed == 42 && plain.width == 100)
    _ = player.begin(Self.lesson, number: nil, with: plain)
    #expect(player.end()?.settings.seed == 7)
  }

  @Test("A lesson player warns once if progress cannot be stored")
  func warning() {
    let store = LessonStore(keep: { _ in "the disk is full" })
    var player = LessonPlayer(store)
    _ = player.begin(Self.lesson, number: nil, with: Settings())
    #expect(player.takeWarning() == nil)
    player.keepProgress()
    #expect(player.takeWarning() == "your progress is not saved: the disk is full")
    player.keepProgress()
    #expect(player.takeWarning() == nil)
  }

  @Test("A writer replaces its own files only, unless it is told to")
  func writing() throws {
    var files = ["theirs.svg": "old"]
    let save: WriteRequest.Save = { path, text, mayReplace in
      guard files[path] == nil || mayReplace else { return .exists }
      files[path] = text
      return .saved
    }
    var hooks = TerminalHooks()
    hooks.read = { files[$0] }
    var writer = FileWriter(hooks)
    var request = WriteRequest(save: save, mayReplace: false, fixIt: "over", range: 0..<1)
    try writer.write("1", to: "mine.svg", request)
    try writer.write("2", to: "mine.svg", request)
    #expect(throws: Diagnostic.self) { try writer.write("3", to: "theirs.svg", request) }
    #expect(files == ["mine.svg": "2", "theirs.svg": "old"])
    request.mayReplace = true
    try writer.write("3", to: "theirs.svg", request)
    #expect(files["theirs.svg"] == "3")
    request.mayReplace = false
    try writer.write("4", to: "theirs.svg", request)
    files["theirs.svg"] = "4, and a line by hand"
    let refusal = #expect(throws: Diagnostic.self) {
      try writer.write("5", to: "theirs.svg", request)
    }
    #expect(refusal?.message == "'theirs.svg' was changed since it was written here")
  }

  private static var lesson: Lesson {
    let source = SourceText("/// One\nop()\n/// Two\nop()\n")
    return Lesson(path: "a/one.retry", source, Parser.read(source)) {
      if case .narration = $0 { .narration } else { .result }
    }
  }
}
