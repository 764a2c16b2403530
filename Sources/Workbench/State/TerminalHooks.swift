package import RetryLanguage

/// What a session asks of the terminal that a person sits at, if there is one.
package struct TerminalHooks {
  /// Tells whether the person wants what runs to stop.
  package var isInterrupted: (@Sendable () -> Bool)?
  /// Returns the entries that were made, oldest first.
  package var history: (() -> [String])?
  /// Has the person change the last entry in an editor; returns what is to be said about it, if anything.
  package var edit: (() -> String?)?
  /// Writes a text into a file, whole or not at all; another file is replaced only where that is allowed.
  package var save: ((_ path: String, _ text: String, _ mayReplace: Bool) -> SaveOutcome)?
  /// Removes a file that was written; returns why that was not possible, if so.
  package var remove: ((_ path: String) -> String?)?
  /// Tells whether there is a file of a name.
  package var isThere: ((_ path: String) -> Bool)?
  /// Hears what share of a long work is done, from any thread; 1 is its end.
  package var progress: (@Sendable (Double) -> Void)?
  /// Asks the person whether to try again; nothing where they want to stop.
  package var ask: ((String) -> Bool?)?
  /// Asks the person for a line; nothing where they want to stop.
  package var answer: ((String) -> String?)?
  /// Where lessons stand.
  package var lessonStore = LessonStore()
  /// Shows what a call has more than was shown, at its own pace; tells whether it came to its end.
  package var play: ((RunRecord, inout PlayPlace) -> Bool)?

  /// What became of a file.
  package enum SaveOutcome {
    case saved
    /// There is another file of this name.
    case exists
    case failed(String)
  }

  /// The hooks of one who only looks on and may stop what runs.
  var watching: TerminalHooks {
    var hooks = TerminalHooks()
    hooks.isInterrupted = isInterrupted
    hooks.progress = progress
    return hooks
  }

  /// Creates the hooks of a session without a terminal.
  package init() {}
}
