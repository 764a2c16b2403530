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

  /// The object.
  package var json: JSONValue {
    [
      "kind": "error",
      "message": .string(message),
      "line": .int(Int64(line)),
      "column": .int(Int64(column)),
      "length": .int(Int64(length)),
      "suggestion": suggestion.map { .string($0) } ?? .null,
    ]
  }
}
