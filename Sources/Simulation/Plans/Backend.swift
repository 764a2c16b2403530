package import VirtualTime

/// What the service of an operation calls after its own time, such as a database behind an API.
///
/// It has an identity, because sources cannot be compared.
package final class Backend: Identified, Sendable {
  /// The source, whose end is the answer of the service.
  package let source: Source

  /// Creates a backend; effects and costs of its operations are not counted.
  package init(_ source: Source) throws(InvalidArgument) {
    if source.hasSideEffects { throw InvalidArgument("calls", PlanProblem.effectsBehindServer) }
    self.source = source
  }
}

extension Source {
  /// Whether effects or costs of an operation in it are counted; sources made by closures are not seen.
  fileprivate var hasSideEffects: Bool {
    if case .operation(let operation) = kind, operation.features.contains(.sideEffects) {
      return true
    }
    return inputs.contains(where: \.hasSideEffects)
  }
}
