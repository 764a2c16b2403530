/// What a session asks of the terminal that a person sits at, if there is one.
package struct TerminalHooks {
  /// Tells whether the person wants what runs to stop.
  package var isInterrupted: (@Sendable () -> Bool)?
  /// Returns the entries that were made, oldest first.
  package var history: (() -> [String])?
  /// Has the person change the last entry in an editor; returns what is to be said about it, if anything.
  package var edit: (() -> String?)?

  /// Creates the hooks of a session without a terminal.
  package init() {}
}
