/// What a person answered to a prompt.
package enum Entry: Hashable, Sendable {
  /// A text, which may have many lines.
  case text(String)
  /// Nothing: what was typed was thrown away.
  case cleared
  /// Nothing more will come.
  case end
  /// A signal asked the program to end.
  case ended(signal: Int32)
}

/// What a line editor asks of those who know the language.
package struct EditorHooks {
  /// Returns what to begin the next line with, where a text stops where more must follow.
  ///
  /// It gets the whole text, and the part of it before the cursor.
  package var continuation: (_ text: String, _ head: String) -> String?
  /// Returns what could stand in place of the word before the cursor.
  package var completion: (_ text: String, _ cursor: String.Index) -> Completion

  /// Creates hooks; without any, each line is an entry.
  package init(
    continuation: @escaping (_ text: String, _ head: String) -> String? = { _, _ in nil },
    completion: @escaping (_ text: String, _ cursor: String.Index) -> Completion = { _, _ in .none }
  ) {
    self.continuation = continuation
    self.completion = completion
  }
}
