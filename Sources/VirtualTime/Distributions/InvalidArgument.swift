import RetryNumerics

/// An argument out of which nothing can be made.
package struct InvalidArgument: Error, Hashable, Sendable {
  /// The name of the argument as a caller writes it.
  package let name: String
  /// The value that was given, as text.
  package let value: String
  /// What the value has to satisfy, ready to stand behind its name.
  package let requirement: String

  /// Creates the refusal of one value.
  package init(name: String, value: String, requirement: String) {
    self.name = name
    self.value = value
    self.requirement = requirement
  }
}
