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
    if case .retry(let strategy) = source.kind, let upstream = source.inputs.first {
      let name = upstream.actor(of: "retry")
      strategies[name] = strategy
      names.append(name)
    }
    for input in source.inputs { visit(input) }
  }
}
