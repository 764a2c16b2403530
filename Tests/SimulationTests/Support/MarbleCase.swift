import Simulation
import Testing

/// A row of a table: the input, the operator, and the expected output with its times.
struct MarbleCase: Sendable, CustomTestStringConvertible {
  let name: String
  let input: String
  let expected: String
  let subscriptions: [String]
  let transform: @Sendable (Source) throws -> Source

  init(
    _ name: String, _ input: String, _ expected: String, _ subscriptions: [String],
    _ transform: @escaping @Sendable (Source) throws -> Source
  ) {
    self.name = name
    self.input = input
    self.expected = expected
    self.subscriptions = subscriptions
    self.transform = transform
  }

  var testDescription: String { name }

  /// Runs the row and compares.
  func check(_ location: SourceLocation = #_sourceLocation) throws {
    let source = try transform(.marbles(input, unit: unit, named: "source"))
    let played = play(source)
    #expect(played.marbles == expected, "\(name)", sourceLocation: location)
    #expect(played.subscriptions == subscriptions, "\(name)", sourceLocation: location)
  }
}

/// Returns a source that sends what a drawing shows.
func marbles(_ text: String) throws -> Source {
  try .marbles(text, unit: unit)
}

/// Returns the whole number of a value, or zero.
func number(_ value: Value) -> Int {
  value.integer ?? 0
}
