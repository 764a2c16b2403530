package import RetryNumerics
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

  /// Creates a source by an operator's name, what it stands on, and how to make its stage.
  ///
  /// Parts are sources that it is made of besides, but does not stand on.
  init(
    _ name: String, on inputs: [Source] = [], parts: [Source] = [],
    role: Blueprint.Role = .plain, subject: String? = nil,
    make: @escaping @Sendable (inout Builder) -> Stage
  ) {
    form = .composed(
      Blueprint(
        name: name, inputs: inputs, parts: parts, role: role, subject: subject, make: make))
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

  /// The number of operators and sources in it, or the greatest number where there are more.
  package var size: Int {
    switch form {
    case .leaf: 1
    case .composed(let blueprint): blueprint.size
    }
  }

  /// The Rx name of what it is.
  package var name: String {
    switch form {
    case .leaf(let leaf): leaf.name
    case .composed(let blueprint): blueprint.name
    }
  }

  /// The sources that it stands on.
  package var inputs: [Source] {
    switch form {
    case .leaf: []
    case .composed(let blueprint): blueprint.inputs
    }
  }

  /// What it is for those who look for more than a name.
  package var role: Blueprint.Role {
    switch form {
    case .leaf(.timer(let delay)): .delay(delay)
    case .leaf: .plain
    case .composed(let blueprint): blueprint.role
    }
  }
}

extension Source {
  /// The name of what is at the bottom of the chain, such as that of an operation.
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
package final class Blueprint: Sendable {
  /// What a source is, for explanations and for paths that are made for it.
  package enum Role: Sendable {
    case plain
    case operation(Operation)
    case retry(RetryStrategy)
    case timeout(Nanoseconds, error: Fault)
    case cancel(at: Nanoseconds)
    /// What stands on it, or its one value, comes later by so much.
    case delay(Nanoseconds)
    /// What fails in this way is tried once more after its second input has ended.
    case refreshing(on: FaultFilter)
  }

  let name: String
  let inputs: [Source]
  let role: Role
  let subject: String
  let depth: Int
  let size: Int
  let make: @Sendable (inout Builder) -> Stage

  init(
    name: String, inputs: [Source], parts: [Source], role: Role, subject: String?,
    make: @escaping @Sendable (inout Builder) -> Stage
  ) {
    self.name = name
    self.inputs = inputs
    self.role = role
    self.make = make
    self.subject = subject ?? inputs.first?.subject ?? name
    let below = inputs + parts
    depth = 1 + (below.map(\.depth).max() ?? 0)
    size = below.reduce(1) { sum, source in
      let (size, isOver) = sum.addingReportingOverflow(source.size)
      return isOver ? .max : size
    }
  }
}
