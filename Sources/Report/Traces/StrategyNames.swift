package import Simulation

/// The strategies of a source by the names under which they decide in a trace.
package struct StrategyNames: Sendable {
  private var strategies: [String: RetryStrategy] = [:]
  /// The names, from the outermost strategy inwards.
  package private(set) var names: [String] = []
  /// The number of sources that are still looked at; some plans are shared trees without end.
  private var left = 2000

  /// Finds the strategies in a source, as far as they are not made by closures.
  package init(of source: Source?) {
    if let source { visit(source) }
  }

  /// The strategy of a name.
  package subscript(name: String) -> RetryStrategy? { strategies[name] }

  private mutating func visit(_ source: Source) {
    left -= 1
    guard left > 0 else { return }
    if case .retry(let strategy) = source.role {
      let name = Self.name(of: source)
      strategies[name] = strategy
      names.append(name)
    }
    for input in source.inputs { visit(input) }
  }

  /// The name under which a `retry` decides: what it stands on, and its place among others in the
  /// chain.
  private static func name(of retry: Source) -> String {
    var count = 0
    var bottom = retry
    var next: Source? = retry
    while let source = next {
      if source.name == retry.name { count += 1 }
      bottom = source
      next = source.inputs.first
    }
    if case .operation(let operation) = bottom.role { return "\(operation.name).retry \(count)" }
    return "\(bottom.name).retry \(count)"
  }
}
