import VirtualTime

/// The description of something that can be subscribed: a value, like the text that it is written as.
///
/// Once subscribed it sends any number of values and then at most one end. Operators are methods that give
/// a new source. Nothing runs until a `Machine` is made of it.
package struct Source: Sendable {
  /// The two kinds of source.
  enum Form {
    /// A source so small that it needs no plan of its own; closures make many of these while a call runs.
    case leaf(Leaf)
    case composed(Blueprint)
  }

  let form: Form

  /// Creates a source that needs no plan.
  init(_ leaf: Leaf) {
    form = .leaf(leaf)
  }

  /// Creates a source by its operator and what that stands on; a subject is what is at the bottom in other words.
  init(_ kind: Operator, on inputs: [Source] = [], subject: String? = nil) {
    form = .composed(Blueprint(kind, inputs: inputs, subject: subject))
  }
}

extension Source {
  /// How deep its operators nest.
  package var depth: Int {
    switch form {
    case .leaf: 1
    case .composed(let blueprint): blueprint.depth
    }
  }

  /// The number of operators and sources in it; saturates.
  package var size: Int {
    switch form {
    case .leaf: 1
    case .composed(let blueprint): blueprint.size
    }
  }

  /// The outermost operator.
  package var kind: Operator {
    switch form {
    case .leaf(let leaf): .leaf(leaf)
    case .composed(let blueprint): blueprint.kind
    }
  }

  /// The name of the outermost operator in the language.
  package var name: String { kind.name }

  /// The input sources.
  package var inputs: [Source] {
    switch form {
    case .leaf: []
    case .composed(let blueprint): blueprint.inputs
    }
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

  /// The name under which an operator on top of this source draws.
  ///
  /// It tells apart the second `retry` of a chain from the first, but stays the same when other operators
  /// come between, so that strategies which are compared draw alike.
  package func actor(of operation: String) -> String {
    "\(subject).\(operation) \(1 + uses(of: operation))"
  }

  /// The number of times that an operator occurs in the chain.
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

/// What a composed source is made of; closures may give the same one again, so it has an identity.
final class Blueprint: Sendable {
  let kind: Operator
  let inputs: [Source]
  let subject: String
  let depth: Int
  let size: Int

  init(_ kind: Operator, inputs: [Source], subject: String?) {
    self.kind = kind
    self.inputs = inputs
    self.subject = subject ?? inputs.first?.subject ?? kind.name
    let below = inputs + kind.parts(over: inputs)
    depth = 1 + (below.map(\.depth).max() ?? 0)
    size = below.reduce(1) { sum, source in
      let (size, isOver) = sum.addingReportingOverflow(source.size)
      return isOver ? .max : size
    }
  }
}

extension Operator {
  /// The sources that it is made of besides those that it stands on.
  fileprivate func parts(over inputs: [Source]) -> [Source] {
    switch self {
    case .operation(let operation): operation.script.compactMap(\.answer.source)
    case .refreshing: [inputs[0]]
    default: []
    }
  }
}
