import Measurement
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
  /// What commands work with.
  var workspace: Workspace
  /// The current lesson and the person's progress.
  var lessons: LessonPlayer
  /// The call in the stepper, if any.
  var debugger: Debugger?
  /// Whether statements after a failed expectation run as well.
  var goesOnAfterFailure = false
  /// Whether the person follows a loaded file, and sees its statements before they run.
  var isFollowingFile = false
  private let interruption = InterruptionRecord()

  /// Creates a session that reports events to a closure.
  package init(
    commands table: CommandTable, settings: Settings = Settings(), host: ScriptHost = ScriptHost(),
    terminal: TerminalHooks = TerminalHooks(), events listener: @escaping (Event) -> Void
  ) {
    var (terminal, host) = (terminal, host)
    terminal.isInterrupted = interruption.watching(terminal.isInterrupted)
    host.isInterrupted = terminal.isInterrupted ?? { false }
    lessons = LessonPlayer(terminal.lessonStore, host)
    let environment = Environment(settings, host, commands: table.all.map(\.shape))
    workspace = Workspace(environment, table, terminal, events: listener)
  }
}

// MARK: - Parts

extension Session {
  /// The settings.
  package var settings: Settings {
    get { workspace.settings }
    set { workspace.settings = newValue }
  }

  /// The commands that are currently available.
  var commands: [Command] {
    debugger == nil ? workspace.table.all : workspace.table.known
  }

  /// What a text is read with: the form of each of these commands.
  package var shapes: [CommandShape] { commands.map(\.shape) }

  /// Whether a call is in the stepper.
  package var isStepping: Bool { debugger != nil }
}

// MARK: - Running texts

extension Session {
  /// Runs a text up to its first error.
  ///
  /// The whole text is read and checked before the first command runs. With `onlyChecking`, nothing runs. A text with
  /// a name is a file. Unless it varies, `variant` in a file is a function like others. `known` is the same text, if
  /// its characters are known.
  @discardableResult
  package mutating func run(
    _ text: String, name: String? = nil, isFile: Bool = false, onlyChecking: Bool = false,
    varies: Bool = true, known: SourceText? = nil
  ) -> Status {
    if name == nil, let command = ForeignSyntaxHint.dotCommand(text) { return run(command) }
    if workspace.environment.depth == 0 { workspace.environment.entries += 1 }
    let isFile = isFile || name != nil
    let variant = isFile && varies ? Variants(in: text)?.text(0) : nil
    let source = variant.map { SourceText($0, name: name) } ?? known ?? SourceText(text, name: name)
    let reading = Parser.read(source, commands: shapes)
    guard
      let plan = plan(
        reading.statements, source, isFile: isFile, onlyChecking: onlyChecking)
    else {
      workspace.emit(.note("stopped by Ctrl-C before anything ran"))
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
      for file in plan.loaded { workspace.emit(file.diagnostics, in: file.source) }
      workspace.emit(
        ForeignSyntaxHint.explained(
          mistakes, in: source, commands, workspace.environment.definitions),
        in: source)
      return reading.isIncomplete ? .incomplete : .wrong
    }
    return onlyChecking ? .ready : carryOut(plan.actions, of: reading, source)
  }

  private mutating func carryOut(
    _ actions: [Action], of reading: Parser.Result, _ source: SourceText
  ) -> Status {
    var typed = TypedStatements(reading, in: source, workspace.table)
    let isShown = isFollowingFile || workspace.isPresenting
    let shapes = shapes
    // The line of the last narration, if nothing came after it.
    var narrated: Int?
    var isFirst = true
    var hasFailed = false
    for (index, (statement, action)) in zip(reading.statements, actions).enumerated() {
      if workspace.terminal.isInterrupted?() == true {
        workspace.emit(.note("stopped by Ctrl-C"))
        return .wrong
      }
      // The user may have resized the terminal while a lesson waited for an answer.
      if let columns = workspace.terminal.columns?(settings.width) { settings.width = columns }
      // An empty line separates paragraphs.
      let line = action.isNarration ? statement.place.map { source.place(of: $0).line } : nil
      if let line, !isFirst, narrated != line - 1 { workspace.emit(.note("")) }
      (narrated, isFirst) = (line, false)
      if isShown, let text = typed.text(before: index) {
        workspace.emit(.typed(text, commands: shapes))
      }
      let began = settings.isTimed ? workspace.terminal.clock?() : nil
      let (known, gone) = (
        workspace.environment.results.count, workspace.environment.results.goneCount
      )
      _ = interruption.take()
      if workspace.environment.depth == 0, let place = statement.place {
        workspace.lastLine = source.place(of: place).line
      }
      switch perform(action, in: source) {
      case .success(let status):
        if let began, let now = workspace.terminal.clock?() { workspace.emit(.took(now - began)) }
        hasFailed = hasFailed || status == .failed
        if status == .failed && goesOnAfterFailure { continue }
        if status != .ready { return status }
        if source.name == nil { reportNames(of: statement, after: known) }
        if workspace.environment.depth == 0 { reportGone(after: gone) }
        comparePrediction()
        // An interrupted run is not reproducible.
        if !interruption.take() {
          workspace.environment.record(
            statement, results: known + 1..<workspace.environment.results.count + 1)
        }
      case .failure(let mistake):
        workspace.emit([mistake], in: source)
        return .wrong
      }
    }
    return hasFailed ? .failed : .ready
  }

  /// Tells a person at a prompt under which names a statement has kept calls and measurements.
  private func reportNames(of statement: Statement, after known: Int) {
    switch statement {
    case .expression: break
    case .command(let written) where workspace.table[written].result != nil: break
    case .command, .binding, .narration: return
    }
    let names = workspace.environment.results.names(ofCallsAfter: known)
    if workspace.terminal.isPrompt, !names.isEmpty { workspace.emit(.kept(names)) }
  }

  /// Tells a person at a prompt which results fell out of memory.
  private func reportGone(after known: Int) {
    let gone = workspace.environment.results.goneCount
    guard workspace.terminal.isPrompt, gone > known else { return }
    let names = gone == known + 1 ? "_\(gone) is gone" : "_\(known + 1) to _\(gone) are gone"
    let words = workspace.environment.results.met?.phrases(settings.limits)
    let fixIt = words?.fixIt.map { "; \($0)" } ?? ""
    workspace.emit(.note("\(names): \(words?.limit ?? ""), so from _\(gone + 1) on\(fixIt)"))
  }

  private mutating func perform(_ action: Action, in source: SourceText) -> Result<
    Status, Diagnostic
  > {
    switch action {
    case .define(let name, let definition):
      let hidden =
        workspace.environment.definitions[name] == nil
        ? Catalogue.functions(named: name).first : nil
      // What a lesson defines is nobody's own.
      let entry = workspace.isPresenting || workspace.isMuted ? nil : workspace.environment.entries
      let old = workspace.environment.definitions.replaced(name, in: entry)
      workspace.environment.define(name, definition, in: entry)
      workspace.emit(.defined(NamedDefinition(name: name, definition: definition), hiding: hidden))
      if workspace.terminal.isPrompt, let old { workspace.emit(.replaced(old, by: definition)) }
      return .success(.ready)
    case .show(let definition):
      workspace.show(definition)
      return .success(.ready)
    case .later(let statement): return performNow(statement, in: source)
    case .narrate(let text):
      workspace.emit(.narrated(text))
      return .success(.ready)
    case .command(let call):
      workspace.origin = Self.origin(of: call, in: source)
      // The results of a shard are nobody's to judge.
      if case .expectation = call.command.role, workspace.terminal.division?.isForOthers == true {
        return .success(.ready)
      }
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
    if statement.expressions.contains(where: { $0.mentions { $0.hasPrefix("_") } }) {
      workspace.terminal.division?.settle()
    }
    guard let plan = plan([statement], source) else { return .success(.ready) }
    if let mistake = plan.diagnostics.first { return .failure(mistake) }
    for action in plan.actions {
      let result = perform(action, in: source)
      guard case .success(.ready) = result else { return result }
    }
    return .success(.ready)
  }
}

extension [Diagnostic] {
  /// The diagnostics ordered by position.
  var inOrder: [Diagnostic] {
    sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
