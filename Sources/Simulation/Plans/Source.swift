package import RetryNumerics
import VirtualTime

/// The description of something that can be subscribed.
///
/// Once subscribed, a source sends any number of values and then at most one end. Operators are methods that return
/// a new source. Nothing runs until a `Machine` is created from it.
package struct Source: Sendable {
  enum Form {
    /// A source so small that it needs no plan. Closures create many of these during a call.
    case leaf(Leaf)
    case composed(Blueprint)
  }

  let form: Form

  init(_ leaf: Leaf) {
    form = .leaf(leaf)
  }

  /// Creates a source from its operator and inputs; the subject replaces the name of the innermost source.
  init(_ kind: Operator, on inputs: [Source] = [], subject: String? = nil) {
    form = .composed(Blueprint(kind, inputs: inputs, subject: subject))
  }
}

extension Source {
  package var depth: Int {
    switch form {
    case .leaf: 1
    case .composed(let blueprint): blueprint.depth
    }
  }

  /// The number of operators and sources in it, which saturates.
  package var size: Int {
    switch form {
    case .leaf: 1
    case .composed(let blueprint): blueprint.size
    }
  }

  package var kind: Operator {
    switch form {
    case .leaf(let leaf): .leaf(leaf)
    case .composed(let blueprint): blueprint.kind
    }
  }

  /// The name of the outermost operator in the language.
  package var name: String { kind.name }

  package var inputs: [Source] {
    switch form {
    case .leaf: []
    case .composed(let blueprint): blueprint.inputs
    }
  }
}

extension Source {
  /// Returns the source with some of its operators replaced, the outermost first; all others stay the same ones.
  package func rewritten(
    downTo end: Source?, _ change: (Source) -> Source?
  ) -> Source {
    if let end, isSame(as: end) { return self }
    if let other = change(self) { return other.rewritten(downTo: end, change) }
    let changed = inputs.map { $0.rewritten(downTo: end, change) }
    let isSame = Swift.zip(inputs, changed).allSatisfy { $0.isSame(as: $1) }
    return isSame ? self : Source(kind, on: changed, subject: subject)
  }

  /// Returns the source with another outermost operator on the same inputs.
  package func with(_ kind: Operator) -> Source { Source(kind, on: inputs, subject: subject) }

  /// Whether another source is this one itself; leaves are, since a plan leaves them alone.
  package func isSame(as other: Source) -> Bool {
    switch (form, other.form) {
    case (.composed(let own), .composed(let other)): own === other
    case (.leaf, .leaf): true
    case (.leaf, .composed), (.composed, .leaf): false
    }
  }
}

extension Source {
  /// Returns the source with other draws of its strategies; its operations, and the servers behind them, draw the same.
  package func redrawn(_ number: UInt64) -> Source {
    guard case .composed(let blueprint) = form else { return self }
    let inputs = blueprint.inputs.map { $0.redrawn(number) }
    return Source(blueprint.kind, on: inputs, subject: "\(blueprint.subject) \(number)")
  }

  /// Returns the source with retries that each take a random time more, which is so long on average.
  package func delayingRetries(by time: Nanoseconds) -> Source {
    guard case .composed(let blueprint) = form, time > .zero else { return self }
    let inputs = blueprint.inputs.map { $0.delayingRetries(by: time) }
    guard case .retry(let strategy) = blueprint.kind else {
      return Source(blueprint.kind, on: inputs, subject: blueprint.subject)
    }
    return Source(.retry(strategy.delayed(by: time)), on: inputs, subject: blueprint.subject)
  }
}

extension Source {
  /// The name of the innermost source, such as an operation.
  package var subject: String {
    switch form {
    case .leaf(let leaf): leaf.name
    case .composed(let blueprint): blueprint.subject
    }
  }

  /// Returns the name under which an operator applied to this source draws.
  ///
  /// It distinguishes the second `retry` of a chain from the first, but does not change when other operators come
  /// between them, so that compared strategies make the same draws.
  package func actor(of operation: String) -> String {
    "\(subject).\(operation) \(1 + uses(of: operation))"
  }

  /// Returns the number of times that an operator occurs in the chain.
  private func uses(of operation: String) -> Int {
    var uses = 0
    var next: Source? = self
    while let source = next {
      if source.name == operation { uses += 1 }
      next = source.inputs.first
    }
    return uses
  }
}

/// The operator and inputs of a composed source.
///
/// It has an identity, because closures may return the same one again.
final class Blueprint: Sendable {
  let kind: Operator
  let inputs: [Source]
  /// The sources that it contains in addition to its inputs.
  let parts: [Source]
  let subject: String
  let depth: Int
  let size: Int

  init(_ kind: Operator, inputs: [Source], subject: String?) {
    self.kind = kind
    self.inputs = inputs
    self.subject = subject ?? inputs.first?.subject ?? kind.name
    parts = kind.parts(over: inputs)
    let below = inputs + parts
    depth = 1 + (below.map(\.depth).max() ?? 0)
    size = below.reduce(1) { sum, source in
      let (size, isOver) = sum.addingReportingOverflow(source.size)
      return isOver ? .max : size
    }
  }
}

extension Operator {
  /// Returns the sources that it contains in addition to its inputs.
  fileprivate func parts(over inputs: [Source]) -> [Source] {
    switch self {
    case .operation(let operation):
      operation.script.compactMap(\.answer.source) + [operation.calls?.source].compactMap(\.self)
    case .refreshing: [inputs[0]]
    default: []
    }
  }
}
