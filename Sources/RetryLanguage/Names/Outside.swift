package import Simulation

/// What texts reach for outside of the language.
package struct Outside: Sendable {
  /// Returns the text of a file beside the one that names it, or nothing where it may not or cannot be read.
  package var file: @Sendable (String) -> String?
  /// Returns the paths that begin with a text, folders with a slash behind them.
  package var paths: @Sendable (String) -> [String] = { _ in [] }
  /// Returns the payload that a text in JSON stands for, or nothing where it is wrong.
  package var json: @Sendable (String) -> Value?

  /// Creates an outside in which, unless told otherwise, nothing is found.
  package init(
    file: @escaping @Sendable (String) -> String? = { _ in nil },
    json: @escaping @Sendable (String) -> Value? = { _ in nil }
  ) {
    self.file = file
    self.json = json
  }
}
