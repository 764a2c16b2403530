import RetryLanguage
import Simulation

/// What most commands work with: definitions, results and settings, the running of calls, files, and the report of events.
///
/// It runs no text, and does not know the call in the stepper; of lessons it only knows whether a section is shown.
struct Workspace {
  /// The definitions, results, and settings.
  var environment: Environment
  /// The files that were written.
  var files: FileWriter
  /// Whether nothing is reported but the width of the output.
  var isMuted = false
  /// Whether a section of a lesson is being shown, which the person did not type.
  var isPresenting = false
  /// The number of seeds under which the author's answers to an exercise are checked, if they are.
  var exerciseSeeds = 1
  /// The code of the last error.
  private(set) var lastMistake: DiagnosticCode?
  /// The most calls of a measurement, while a value is tried out.
  var mostCalls: Int64?
  /// The line of the last statement, or of the error that stopped the text.
  var lastLine: Int?
  /// The last search, which can go on.
  var lastTuner: Tuner?
  /// The place of the current command, recorded as the origin of settings.
  var origin = "set here"
  let table: CommandTable
  let terminal: TerminalHooks
  private let listener: (Event) -> Void

  /// The maximum number of errors reported for one text.
  private static let mostMistakes = 20

  init(
    _ environment: Environment, _ table: CommandTable, _ terminal: TerminalHooks,
    events listener: @escaping (Event) -> Void
  ) {
    (self.environment, self.table, self.terminal) = (environment, table, terminal)
    (files, self.listener) = (FileWriter(terminal), listener)
  }
}

extension Workspace {
  var settings: Settings {
    get { environment.settings }
    set { change { $0.settings = newValue } }
  }

  /// Changes the environment, and reports another look of the output.
  mutating func change<Value>(_ body: (inout Environment) -> Value) -> Value {
    let before = settings
    defer {
      if settings.width != before.width || settings.charts != before.charts
        || settings.screenRows != before.screenRows || settings.isBig != before.isBig
      {
        emit(
          .restyled(
            columns: settings.width, rows: settings.screenRows, settings.charts,
            isTall: settings.isBig))
      }
    }
    return body(&environment)
  }

  /// Runs calls with the current settings.
  var runner: Runner { Runner(settings, terminal, mostCalls: mostCalls) }

  func emit(_ event: Event) {
    if isMuted, !event.isRestyling { return }
    listener(event)
  }

  mutating func emit(_ diagnostics: [Diagnostic], in source: SourceText) {
    guard !diagnostics.isEmpty else { return }
    lastMistake = diagnostics.last?.code
    for diagnostic in diagnostics.prefix(Self.mostMistakes) {
      emit(.diagnosed(diagnostic, in: source))
    }
    if diagnostics.count > Self.mostMistakes {
      emit(.note("and \(diagnostics.count - Self.mostMistakes) more mistakes"))
    }
  }
}
