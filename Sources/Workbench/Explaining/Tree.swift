import Retry
import Simulation

/// The pipeline as a tree, the outermost operator on top.
struct Tree {
  private let source: Source

  /// Looks at a source.
  init(_ source: Source) {
    self.source = source
  }

  /// The lines of the tree, indented by depth.
  var lines: [String] { lines(source, depth: 1) }

  private func lines(_ source: Source, depth: Int) -> [String] {
    guard depth < 40 else { return [] }
    let indent = String(repeating: "  ", count: depth)
    return [indent + words(source)]
      + source.inputs.flatMap { lines($0, depth: depth + 1) }
  }

  private func words(_ source: Source) -> String {
    switch source.role {
    case .operation(let operation):
      "\(operation.name): \(Description.operation(operation))"
    case .retry(let strategy):
      "retry: \(Description.attempts(strategy.policy.rules.attempts))"
    default: Self.meanings[source.name].map { "\(source.name): \($0)" } ?? source.name
    }
  }

  /// What operators do that are not clear by their names.
  private static let meanings = [
    "retryWhen": "tries again when the pipeline over the errors says so",
    "errors": "the errors, as they come",
    "timeout": "fails when nothing comes in time",
    "cancel": "the caller cancels the whole call",
    "fallback": "continues with the second when the first fails",
    "concat": "one after the other",
    "merge": "all at the same time",
    "cached": "serves an entry of the cache when it has one",
  ]
}
