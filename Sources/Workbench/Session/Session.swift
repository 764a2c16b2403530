package import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// Runs the texts that a person types, and reports the results as events.
///
/// A session knows no terminal and no output format.
///
///     var session = Session(commands: .standard) { events.append($0) }
///     session.run("let f = op(script: [.timeout, ok])")
///     session.run("f.retry(3)")
package struct Session {
  /// The definitions, results, and settings.
  var environment: Environment
  /// The current lesson and the person's progress.
  var lessons: LessonPlayer
  /// The files that were written.
  var files: FileWriter
  /// The call in the stepper, if any.
  var debugger: Debugger?
  /// Whether statements after a failed expectation run as well.
  var goesOnAfterFailure = false
  /// Whether the person follows a loaded file, and sees its statements before they run.
  var isFollowingFile = false
  /// Whether nothing is reported but the width of the output.
  var isMuted = false
  /// The code of the last error.
  private(set) var lastMistake: DiagnosticCode?
  /// The line of the last statement, or of the error that stopped the text.
  private(set) var lastLine: Int?
  /// The place of the current command, recorded as the origin of settings.
  private(set) var origin = "set here"
  let table: CommandTable
  let terminal: TerminalHooks
  private let interruption = InterruptionRecord()
  private let listener: (Event) -> Void

  /// The maximum number of errors reported for one text.
  private static let mostMistakes = 20

  /// Creates a session that reports events to a closure.
  package init(
    commands table: CommandTable, settings: Settings = Settings(), host: ScriptHost = ScriptHost(),
    terminal: TerminalHooks = TerminalHooks(), events listener: @escaping (Event) -> Void
  ) {
    var (terminal, host) = (terminal, host)
    terminal.isInterrupted = interruption.watching(terminal.isInterrupted)
    host.isInterrupted = terminal.isInterrupted ?? { false }
    environment = Environment(settings, host, commands: table.all.map(\.shape))
    lessons = LessonPlayer(terminal.lessonStore, json: host.json)
    files = FileWriter(terminal)
    (self.table, self.terminal, self.listener) = (table, terminal, listener)
  }
}

// MARK: - Parts

extension Session {
  /// The settings.
  package var settings: Settings {
    get { environment.settings }
    set { change { $0.settings = newValue } }
  }

  /// Changes the environment, and reports a new width of the output.
  mutating func change<Value>(_ body: (inout Environment) -> Value) -> Value {
    let width = settings.width
    defer { if settings.width != width { emit(.resized(columns: settings.width)) } }
    return body(&environment)
  }

  /// Runs calls with the current settings.
  var runner: Runner { Runner(settings, terminal) }

  /// The commands that are currently available.
  var commands: [Command] { debugger == nil ? table.all : table.known }

  /// Whether a call is in the stepper.
  package var isStepping: Bool { debugger != nil }

  func emit(_ event: Event) {
    if isMuted, !event.isResizing { return }
    listener(event)
  }
}

// MARK: - Running texts

extension Session {
  /// Runs a text up to its first error.
  ///
  /// The whole text is read and checked before the first command runs. With `onlyChecking`, nothing runs. A text with
  /// a name is a file.
  @discardableResult
  package mutating func run(
    _ text: String, name: String? = nil, isFile: Bool = false, onlyChecking: Bool = false
  ) -> Status {
    if name == nil, let command = ForeignSyntaxHint.dotCommand(text) { return run(command) }
    if environment.depth == 0 { environment.entries += 1 }
    let source = SourceText(text, name: name)
    let reading = Parser.read(source, commands: commands.map(\.shape))
    guard let plan = plan(reading.statements, source, isFile: isFile || name != nil) else {
      emit(.note("stopped by Ctrl-C before anything ran"))
      return .wrong
    }
    let mistakes = reading.diagnostics.inOrder + plan.diagnostics.inOrder
    guard mistakes.isEmpty, plan.loaded.isEmpty else {
      if name == nil, let meaning = ForeignSyntaxHint.meaning(of: text, isStepping: isStepping) {
        return run(meaning, onlyChecking: onlyChecking)
      }
      if name == nil, !onlyChecking, let status = takePasted(source) {
        return status
      }
      for file in plan.loaded { emit(file.diagnostics, in: file.source) }
      emit(
        ForeignSyntaxHint.explained(mistakes, in: source, commands, environment.definitions),
        in: source)
      return reading.isIncomplete ? .incomplete : .wrong
    }
    return onlyChecking ? .ready : carryOut(plan.actions, of: reading, source)
  }

  private mutating func carryOut(
    _ actions: [Action], of reading: Parser.Result, _ source: SourceText
  ) -> Status {
    var typed = TypedStatements(reading, in: source, table)
    let isShown = isFollowingFile || lessons.isPresenting
    let shapes = commands.map(\.shape)
    // The line of the last narration, if nothing came after it.
    var told: Int?
    var isFirst = true
    var hasFailed = false
    for (index, (statement, action)) in zip(reading.statements, actions).enumerated() {
      if terminal.isInterrupted?() == true {
        emit(.note("stopped by Ctrl-C"))
        return .wrong
      }
      // The user may have resized the terminal while a lesson waited for an answer.
      if let columns = terminal.columns?(settings.width) { settings.width = columns }
      // An empty line separates paragraphs.
      let line = action.isNarration ? statement.place.map { source.place(of: $0).line } : nil
      if let line, !isFirst, told != line - 1 { emit(.note("")) }
      (told, isFirst) = (line, false)
      if isShown, let text = typed.text(before: index) { emit(.typed(text, commands: shapes)) }
      let (began, isTimed) = (ContinuousClock.now, settings.isTimed)
      let (known, gone) = (environment.results.count, environment.results.goneCount)
      _ = interruption.take()
      if environment.depth == 0, let place = statement.place {
        lastLine = source.place(of: place).line
      }
      switch perform(action, in: source) {
      case .success(let status):
        if isTimed { emit(.took(Nanoseconds(ContinuousClock.now - began))) }
        hasFailed = hasFailed || status == .failed
        if status == .failed && goesOnAfterFailure { continue }
        if status != .ready { return status }
        if source.name == nil { tellNames(of: statement, after: known) }
        if environment.depth == 0 { tellGone(after: gone) }
        comparePrediction()
        // An interrupted run is not reproducible.
        if !interruption.take() {
          environment.record(statement, results: known + 1..<environment.results.count + 1)
        }
      case .failure(let mistake):
        emit([mistake], in: source)
        return .wrong
      }
    }
    return hasFailed ? .failed : .ready
  }

  /// Tells a person at a prompt under which names a statement has kept calls and measurements.
  private func tellNames(of statement: Statement, after known: Int) {
    switch statement {
    case .expression: break
    case .command(let written) where table[written].result != nil: break
    case .command, .binding, .narration: return
    }
    let names = environment.results.names(ofCallsAfter: known)
    if terminal.isPrompt, !names.isEmpty { emit(.kept(names)) }
  }

  /// Tells a person at a prompt which results fell out of memory.
  private func tellGone(after known: Int) {
    let gone = environment.results.goneCount
    guard terminal.isPrompt, gone > known else { return }
    let names = gone == known + 1 ? "_\(gone) is gone" : "_\(known + 1) to _\(gone) are gone"
    let words = environment.results.met?.words(settings.limits)
    let fixIt = words?.fixIt.map { "; \($0)" } ?? ""
    emit(.note("\(names): \(words?.limit ?? ""), so from _\(gone + 1) on\(fixIt)"))
  }

  private mutating func perform(_ action: Action, in source: SourceText) -> Result<
    Status, Diagnostic
  > {
    switch action {
    case .define(let name, let definition):
      let hidden =
        environment.definitions[name] == nil ? Catalogue.functions(named: name).first : nil
      // What a lesson defines is nobody's own.
      let entry = lessons.isPresenting || isMuted ? nil : environment.entries
      let old = environment.definitions.replaced(name, in: entry)
      environment.define(name, definition, in: entry)
      emit(.defined(NamedDefinition(name: name, definition: definition), hiding: hidden))
      if terminal.isPrompt, let old { emit(.replaced(old, by: definition)) }
      return .success(.ready)
    case .show(let definition):
      show(definition)
      return .success(.ready)
    case .later(let statement): return performNow(statement, in: source)
    case .narrate(let text):
      emit(.narrated(text))
      return .success(.ready)
    case .command(let call):
      origin = Self.origin(of: call, in: source)
      do throws(Diagnostic) {
        return .success(try call.command.perform(&self, call))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The place of a command: the file name and the line.
  private static func origin(of call: CommandCall, in source: SourceText) -> String {
    guard let file = source.name?.split(separator: "/").last else { return "set here" }
    return "\(String(file).sanitized):\(source.place(of: call.range.lowerBound).line)"
  }

  /// Evaluates and runs a statement that depends on earlier results.
  private mutating func performNow(
    _ statement: Statement, in source: SourceText
  ) -> Result<Status, Diagnostic> {
    guard let plan = plan([statement], source) else { return .success(.ready) }
    if let mistake = plan.diagnostics.first { return .failure(mistake) }
    for action in plan.actions {
      let result = perform(action, in: source)
      guard case .success(.ready) = result else { return result }
    }
    return .success(.ready)
  }

  /// Runs an operation, or shows any other value.
  private mutating func show(_ definition: Definition) {
    switch definition.item {
    case .source(let source):
      let record = record(
        of: source, definition.text, CallOrigin(seed: settings.runSeed))
      environment.keep(record)
      emit(.ran(record))
    case .run(let record): emit(.ran(record))
    case .load(let load): run(load, subject: definition.text, seed: settings.runSeed)
    case .measured(let record): emit(.measured(record, sessionSeed: settings.runSeed))
    default:
      // A result that is only looked at stays where it is.
      if !definition.text.hasPrefix("_") { environment.keep(definition) }
      emit(.shown(definition))
    }
  }

  mutating func emit(_ diagnostics: [Diagnostic], in source: SourceText) {
    guard !diagnostics.isEmpty else { return }
    lastMistake = diagnostics.last?.code
    if let first = diagnostics.first { lastLine = source.place(of: first.range.lowerBound).line }
    for diagnostic in diagnostics.prefix(Self.mostMistakes) {
      emit(.diagnosed(diagnostic, in: source))
    }
    if diagnostics.count > Self.mostMistakes {
      emit(.note("and \(diagnostics.count - Self.mostMistakes) more mistakes"))
    }
  }
}

extension [Diagnostic] {
  /// The diagnostics ordered by position.
  var inOrder: [Diagnostic] {
    sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
