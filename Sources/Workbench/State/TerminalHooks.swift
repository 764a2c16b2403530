package import RetryLanguage

/// What a session asks of the terminal that a person sits at, if there is one.
package struct TerminalHooks {
  /// Returns whether the person requests cancellation.
  package var isInterrupted: (@Sendable () -> Bool)?
  /// Returns the entries that were made, oldest first.
  package var history: (() -> [String])?
  /// Opens the last entry in an editor; returns a message, if any.
  package var edit: (() -> String?)?
  /// Writes a text into a file, whole or not at all; another file is replaced only where that is allowed.
  package var save: ((_ path: String, _ text: String, _ mayReplace: Bool) -> SaveOutcome)?
  /// Removes a file that was written; returns why that was not possible, if so.
  package var remove: ((_ path: String) -> String?)?
  /// Returns whether a file exists.
  package var isThere: ((_ path: String) -> Bool)?
  /// Hears what share of a long work is done, from any thread; 1 is its end.
  package var progress: (@Sendable (Double) -> Void)?
  /// Asks whether to retry; returns `nil` if the person cancels.
  package var ask: ((String) -> Bool?)?
  /// Asks for a line; returns `nil` if the person cancels.
  package var answer: ((String) -> String?)?
  /// The store of lessons and progress.
  package var lessonStore = LessonStore()
  /// Plays the rest of a call in real time; returns whether it reached the end.
  package var play: ((RunRecord, inout PlayPlace) -> Bool)?

  /// What became of a file.
  package enum SaveOutcome {
    case saved
    /// There is another file of this name.
    case exists
    case failed(String)
  }

  /// Hooks for progress and cancellation only.
  var watching: TerminalHooks {
    var hooks = TerminalHooks()
    hooks.isInterrupted = isInterrupted
    hooks.progress = progress
    return hooks
  }

  /// Creates the hooks of a session without a terminal.
  package init() {}
}
