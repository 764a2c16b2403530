import Synchronization

/// The source that an answer of a student is to be built on.
///
/// It is known by its identity, not by its name: a source that is defined in the same way is another one.
package struct GivenSource: Sendable {
  /// What it is known by; `nil` for whatever operation.
  private let blueprint: Blueprint?
  /// What takes its place, if the answer is tried in another world.
  let replacement: Source?
  /// Counts its subscriptions, if somebody asks.
  let uses: UseCount?
  /// The operations that an answer may run besides it; `nil` for any.
  private let others: KnownOperations?

  /// Creates a given source; fails for one without an identity, such as `just`.
  package init?(
    _ source: Source, beside others: KnownOperations? = nil, as replacement: Source? = nil,
    counting uses: UseCount? = nil
  ) {
    guard case .composed(let blueprint) = source.form else { return nil }
    (self.blueprint, self.others) = (blueprint, others)
    (self.replacement, self.uses) = (replacement, uses)
  }

  /// Creates what stands for whatever operation an answer runs.
  package init(countingAny uses: UseCount?) {
    (blueprint, others, replacement, self.uses) = (nil, nil, nil, uses)
  }

  /// Whether an operator is the given source.
  func matches(_ it: Blueprint) -> Bool {
    guard let blueprint else {
      return it.isOperation
    }
    return blueprint === it
  }

  /// Whether an operator is an operation that an answer may not run.
  func forbids(_ it: Blueprint) -> Bool {
    it.isOperation && others.map { !$0.contains(it) } ?? false
  }

  /// The error of a success that is no answer of the given source, which has failed.
  package static let hidden = Fault("hiddenFailure")
  /// The error of a success without a subscription of the given source.
  package static let unused = Fault("notTried")
  /// The error of an operation that the answer has made itself, which is not run.
  package static let foreign = Fault("ownOperation")
}

/// Operations that are known by their identity.
package struct KnownOperations: Sendable {
  private var blueprints: [ObjectIdentifier: Blueprint] = [:]

  /// Finds the operations in some sources.
  package init(in sources: [Source]) {
    for source in sources { add(source) }
  }

  private mutating func add(_ source: Source) {
    guard case .composed(let blueprint) = source.form,
      blueprints.updateValue(blueprint, forKey: ObjectIdentifier(blueprint)) == nil
    else { return }
    for part in blueprint.inputs + blueprint.parts { add(part) }
  }

  fileprivate func contains(_ it: Blueprint) -> Bool { blueprints[ObjectIdentifier(it)] != nil }
}

extension Blueprint {
  /// Whether its subscriptions are attempts.
  fileprivate var isOperation: Bool {
    switch kind {
    case .operation, .schedule(_, named: .some): true
    default: false
    }
  }
}

/// The number of subscriptions of a given source, on all threads.
package final class UseCount: Sendable {
  private let count = Atomic(0)

  package init() {}

  package var isZero: Bool { count.load(ordering: .relaxed) == 0 }

  func add() { count.add(1, ordering: .relaxed) }
}
