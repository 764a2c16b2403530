package import TextLayout

/// The answer to a prompt.
package enum Entry: Hashable, Sendable {
  /// A text, possibly of several lines.
  case text(String)
  /// Nothing: this text was discarded.
  case cleared(String)
  case end
  /// A signal requested termination.
  case ended(signal: Int32)
}

/// The hooks of a line editor for the language.
package struct EditorHooks {
  /// Returns the indentation of the next line if a text is incomplete.
  ///
  /// Its arguments are the whole text and the part before the cursor.
  package var continuation: (_ text: String, _ head: String) -> String?
  /// Returns the completions of the word before the cursor.
  package var completion: (_ text: String, _ cursor: String.Index) -> Completion
  /// Returns what to show about a text while it is typed, in a number of columns.
  package var guidance: (_ text: String, _ cursor: Int, _ columns: Int) -> Guidance

  /// Creates hooks; by default, each line is an entry.
  package init(
    continuation: @escaping (_ text: String, _ head: String) -> String? = { _, _ in nil },
    completion: @escaping (_ text: String, _ cursor: String.Index) -> Completion = { _, _ in
      .none
    },
    guidance: @escaping (_ text: String, _ cursor: Int, _ columns: Int) -> Guidance = { _, _, _ in
      Guidance()
    }
  ) {
    self.continuation = continuation
    self.completion = completion
    self.guidance = guidance
  }
}
