/// An error in a text of the language, as JSON.
package struct ErrorJSON: Hashable, Sendable {
  private let message: String
  private let line: Int
  private let column: Int
  private let length: Int
  private let suggestion: String?

  /// Creates the JSON of an error; lines and columns count from 1.
  package init(message: String, line: Int, column: Int, length: Int, suggestion: String?) {
    self.message = message
    self.line = line
    self.column = column
    self.length = length
    self.suggestion = suggestion
  }

  package var json: JSONValue { Self.form.json(of: self) }

  package static let form = JSONForm<ErrorJSON>("error", "an error in a text") {
    JSONKey("message", "the message") { $0.message }
    JSONKey("line", "its line, from 1") { $0.line }
    JSONKey("column", "its column in characters, from 1") { $0.column }
    JSONKey("length", "its length in characters") { $0.length }
    JSONKey("suggestion", "a correction") { $0.suggestion }
  }
}
