package import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// What a person has defined and set, and what runs the texts that they type.
///
/// There is no terminal in it, and no form of output: texts go in, events come out.
///
///     var session = Session(commands: .standard) { events.append($0) }
///     session.run("let f = op(script: [.timeout, ok])")
///     session.run("f.retry(3)")
package struct Session {
  /// The settings of the session.
  package var settings: Settings {
    didSet {
      if settings.width != oldValue.width { emit(.resized(columns: settings.width)) }
    }
  }
  /// What is defined, by name.
  var definitions = Definitions()
  /// The kind of the mistake that was told last.
  private(set) var lastMistake: DiagnosticCode?
  /// The last changes, which `undo` takes back.
  var past: [SessionChange] = []
  /// Whether what follows on a failed expectation is carried out all the same.
  var goesOnAfterFailure = false
  /// The line that was carried out last, of the text that is run.
  private(set) var lastLine: Int?
  /// What was done so far.
  var journal = Journal()
  /// The seed that the session began with.
  let firstSeed: UInt64
  /// What was run and shown.
  private(set) var results = Results()
  /// How deep files load each other at present.
  var depth = 0
  /// The files that were written, and may be again.
  var ownFiles: Set<String> = []
  /// The place of the current command, recorded as the origin of settings.
  private(set) var origin = "set here"
  /// What `expect` asks about.
  var lastResult: LastResult?
  /// The call that is stepped through, if one is.
  var debugger: Debugger?
  /// The lesson that is taken.
  var lessonState = LessonState()
  private let listener: (Event) -> Void
  /// The commands that there are.
  let table: CommandTable
  /// What is available only at a terminal.
  let terminal: TerminalHooks
  /// Whether what runs was found to be wanted to stop.
  private let interruption = InterruptionRecord()
  /// What scripts can access; a loaded file accesses its own folder.
  var host: ScriptHost

  /// The maximum number of errors reported for one text.
  private static let mostMistakes = 20

  /// Creates a session that tells a closure what happens in it.
  package init(
    commands table: CommandTable, settings: Settings = Settings(), host: ScriptHost = ScriptHost(),
    terminal: TerminalHooks = TerminalHooks(), events listener: @escaping (Event) -> Void
  ) {
    var terminal = terminal
    terminal.isInterrupted = interruption.watching(terminal.isInterrupted)
    self.terminal = terminal
    self.settings = settings
    firstSeed = settings.seed
    self.host = host
    self.host.isInterrupted = terminal.isInterrupted ?? { false }
    self.listener = listener
    self.table = table
  }
}

// MARK: - Running texts

extension Session {
  /// Runs a text; it stops at the first mistake.
  ///
  /// Everything is read and checked before the first command runs. With `onlyChecking` nothing runs.
  @discardableResult
  package mutating func run(
    _ text: String, name: String? = nil, onlyChecking: Bool = false
  ) -> Status {
    let source = SourceText(text, name: name)
    let reading = Parser.read(source, commands: commands.map(\.shape))
    guard let (actions, diagnostics) = plan(reading.statements, source) else {
      emit(.note("stopped by Ctrl-C before anything ran"))
      return .wrong
    }
    guard reading.diagnostics.isEmpty, diagnostics.isEmpty else {
      tell(reading.diagnostics.inOrder + diagnostics.inOrder, in: source)
      return reading.isIncomplete ? .incomplete : .wrong
    }
    return onlyChecking ? .ready : carryOut(Array(zip(reading.statements, actions)), source)
  }

  /// The commands that are there at present.
  var commands: [Command] { debugger == nil ? table.all : table.known }

  /// Whether a call is stepped through.
  package var isStepping: Bool { debugger != nil }

  /// Everything that has a name: what was defined, and results.
  var known: [String: Definition] {
    definitions.byName.merging(results.definitions) { own, _ in own }
  }

  /// Says that a long work is done.
  func endProgress() { terminal.progress?(1) }

  /// Keeps a call as a value.
  mutating func keep(_ record: RunRecord) {
    lastResult = .run(record)
    results.mostBytes = settings.limits.bytes
    results.add(record)
  }

  /// Stores a measurement as a value.
  mutating func keep(_ record: MeasuredRecord) {
    results.mostBytes = settings.limits.bytes
    results.add(record)
  }

  private mutating func carryOut(
    _ steps: [(Statement, Action)], _ source: SourceText
  ) -> Status {
    // The line of narration that was told last, if nothing came after it.
    var told: Int?
    var isFirst = true
    var hasFailed = false
    for (statement, action) in steps {
      if terminal.isInterrupted?() == true {
        emit(.note("stopped by Ctrl-C"))
        return .wrong
      }
      // An empty line sets a new paragraph off from what came before it.
      let line = action.isNarration ? statement.place.map { source.place(of: $0).line } : nil
      if let line, !isFirst, told != line - 1 { emit(.note("")) }
      (told, isFirst) = (line, false)
      let (began, isTimed) = (ContinuousClock.now, settings.isTimed)
      let known = results.count
      _ = interruption.take()
      if depth == 0, let place = statement.place { lastLine = source.place(of: place).line }
      switch perform(action, in: source) {
      case .success(let status):
        if isTimed { emit(.took(Nanoseconds(ContinuousClock.now - began))) }
        hasFailed = hasFailed || status == .failed
        if status == .failed && goesOnAfterFailure { continue }
        if status != .ready { return status }
        tellPrediction()
        // What was stopped half way would not come out the same again.
        if !interruption.take() {
          journal.add(statement, results: known + 1..<results.count + 1)
        }
      case .failure(let mistake):
        tell([mistake], in: source)
        return .wrong
      }
    }
    return hasFailed ? .failed : .ready
  }

  private mutating func perform(_ action: Action, in source: SourceText) -> Result<
    Status, Diagnostic
  > {
    switch action {
    case .define(let name, let definition):
      let hidden = definitions[name] == nil ? Catalogue.functions(named: name).first : nil
      define(name, definition)
      emit(.defined(NamedDefinition(name: name, definition: definition), hiding: hidden))
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

  /// Works out a statement on results, which are there by now, and carries it out.
  private mutating func performNow(
    _ statement: Statement, in source: SourceText
  ) -> Result<Status, Diagnostic> {
    guard let (actions, diagnostics) = plan([statement], source) else { return .success(.ready) }
    if let mistake = diagnostics.first { return .failure(mistake) }
    for action in actions {
      let result = perform(action, in: source)
      guard case .success(.ready) = result else { return result }
    }
    return .success(.ready)
  }

  /// Runs an operation, or shows any other value.
  private mutating func show(_ definition: Definition) {
    switch definition.item {
    case .source(let source): runOnce(source, subject: definition.text, seed: settings.seed)
    case .run(let record): emit(.ran(record))
    case .load(let load): runLoad(load, subject: definition.text, seed: settings.seed)
    case .measured(let record): emit(.measured(record, sessionSeed: settings.seed))
    default:
      // Who looks at a result keeps it as the last one.
      if !definition.text.hasPrefix("_") { results.add(definition) }
      emit(.shown(definition))
    }
  }

  /// Emits an event.
  func emit(_ event: Event) { listener(event) }

  private mutating func tell(_ diagnostics: [Diagnostic], in source: SourceText) {
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
  /// The mistakes in the order of their places.
  fileprivate var inOrder: [Diagnostic] {
    sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
