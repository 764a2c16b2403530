package import Measurement
package import RetryNumerics

/// The services of the user's terminal, if there is one.
package struct TerminalHooks {
  /// Whether a person types at a prompt.
  package var isPrompt = false
  /// Returns whether cancellation was requested.
  package var isInterrupted: (@Sendable () -> Bool)?
  /// The keys of the prompt, and what they do.
  package var keys: [(keys: String, action: String)] = []
  /// What the program does on its command line besides running texts.
  package var tasks: [TaskHelp] = []
  /// Returns the entries typed so far, oldest first.
  package var history: (() -> [String])?
  /// Opens the last entry in an editor; returns a message, if any.
  package var edit: (() -> String?)?
  /// Writes a file atomically; replaces another file only if that is allowed.
  package var save: ((_ path: String, _ text: String, _ mayReplace: Bool) -> SaveOutcome)?
  /// Writes a page of the laboratory that begins with a text, in the same way.
  package var savePage: ((_ path: String, _ text: String, _ mayReplace: Bool) -> SaveOutcome)?
  /// Returns the text of a file, if it can be read.
  package var read: ((_ path: String) -> String?)?
  /// Removes a written file; returns the reason for a failure, if any.
  package var remove: ((_ path: String) -> String?)?
  /// Returns whether a file exists.
  package var isThere: ((_ path: String) -> Bool)?
  /// Receives the completed share of a long task, from any thread; 1 marks its end.
  package var progress: (@Sendable (Double) -> Void)?
  /// Receives what a long task has found so far, to show it beside its progress.
  package var progressNote: (@Sendable (String) -> Void)?
  /// How long measurements are divided between several engines, if they are.
  package var division: Division?
  /// Returns the new width of the terminal if it has changed from this one, which the user has not set.
  package var columns: ((Int) -> Int?)?
  /// Asks whether to retry; returns `nil` if the user cancels.
  package var ask: ((String) -> Bool?)?
  /// Asks for a line; returns `nil` if the user cancels.
  package var answer: ((String) -> String?)?
  /// Is told when a section of a lesson begins to be shown, and when it ends.
  package var presents: ((Bool) -> Void)?
  /// The store of lessons and progress.
  package var lessonStore = LessonStore()
  /// Returns the time since some moment, for the times that statements take.
  package var clock: (@Sendable () -> Nanoseconds)?
  /// Goes on with a play in real time.
  package var play: ((PlayedRecords, inout Player) -> Player.End)?

  /// The result of saving a file.
  package enum SaveOutcome {
    case saved
    /// Another file with this name exists.
    case exists
    case failed(String)
  }

  /// Hooks for progress and cancellation only.
  var watching: TerminalHooks {
    var hooks = TerminalHooks()
    hooks.isInterrupted = isInterrupted
    hooks.progress = progress
    hooks.progressNote = progressNote
    hooks.clock = clock
    return hooks
  }

  /// Creates the hooks of a session without a terminal.
  package init() {}
}
