import RetryLanguage
import Simulation
import TextLayout

/// A session without a screen or a terminal, in which lessons and answers are checked.
struct HeadlessSession {
  /// Hears what the session reports.
  private final class EventCollector {
    var checks: [ExerciseCheck] = []
    var mistake: (diagnostic: Diagnostic, source: SourceText)?
  }

  private(set) var session: Session
  private let collector: EventCollector

  /// Creates a session whose texts may read some files.
  init(_ host: ScriptHost, isInterrupted: (@Sendable () -> Bool)? = nil) {
    let collector = EventCollector()
    self.collector = collector
    var settings = Settings()
    // Many answers are checked side by side.
    settings.threads = 1
    var hooks = TerminalHooks()
    hooks.isInterrupted = isInterrupted
    session = Session(commands: .standard, settings: settings, host: host, terminal: hooks) {
      switch $0 {
      case .checked(let check): collector.checks.append(check)
      case .diagnosed(let diagnostic, let source):
        collector.mistake = collector.mistake ?? (diagnostic, source)
      default: break
      }
    }
    session.goesOnAfterFailure = true
  }

  /// Runs a text of a lesson; throws its first error.
  mutating func run(
    _ text: String, of path: String, onlyChecking: Bool = false
  ) throws(ClassTask.Problem) {
    _ = session.run(loaded: text, name: path, onlyChecking: onlyChecking)
    guard let (diagnostic, source) = collector.mistake else { return }
    throw ClassTask.Problem(message: DiagnosticReport(diagnostic, in: source, Style()).text)
  }

  /// The answers of the author that were checked.
  var checks: [ExerciseCheck] { collector.checks }

  /// Runs the definitions of a student, who can read no files; returns the first error in one line.
  mutating func run(definitions text: String) -> String? {
    session.workspace.environment.host = session.workspace.environment.host.closed
    // Values that vary are the author's, whose text they could make as long as they like.
    _ = session.run(loaded: text, name: "", varies: false)
    return collector.mistake.map { mistake in
      let line = mistake.source.place(of: mistake.diagnostic.range.lowerBound).line
      return "line \(line): \(mistake.diagnostic.message)".sanitized
    }
  }
}

extension ScriptHost {
  /// The host without its files.
  fileprivate var closed: ScriptHost {
    var host = self
    host.file = { _ in .unreadable("an answer reads no files") }
    host.recording = host.file
    host.paths = { _ in [] }
    return host
  }
}
