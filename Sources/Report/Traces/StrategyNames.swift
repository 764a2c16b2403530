package import Simulation

/// The strategies of a source by their names in a trace.
package struct StrategyNames: Sendable {
  private var strategies: [String: RetryStrategy] = [:]
  /// The names, the outermost strategy first.
  package private(set) var names: [String] = []
  /// The number of sources still to visit; it is limited, because plans may share subtrees.
  private var left = 2000

  /// Finds the strategies in a source, except those that closures create.
  package init(of source: Source?) {
    if let source { visit(source) }
  }

  package subscript(name: String) -> RetryStrategy? { strategies[name] }

  private mutating func visit(_ source: Source) {
    left -= 1
    guard left > 0 else { return }
    if case .retry(let strategy) = source.kind, let upstream = source.inputs.first {
      let name = upstream.actor(of: "retry")
      strategies[name] = strategy
      names.append(name)
    }
    for input in source.inputs { visit(input) }
  }
}
