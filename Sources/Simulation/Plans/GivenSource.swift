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

  /// Creates a given source; fails for one without an identity, such as `just`.
  package init?(_ source: Source, as replacement: Source? = nil, counting uses: UseCount? = nil) {
    guard case .composed(let blueprint) = source.form else { return nil }
    (self.blueprint, self.replacement, self.uses) = (blueprint, replacement, uses)
  }

  /// Creates what stands for whatever operation an answer runs.
  package init(countingAny uses: UseCount?) {
    (blueprint, replacement, self.uses) = (nil, nil, uses)
  }

  /// Whether an operator is the given source.
  func matches(_ it: Blueprint) -> Bool {
    guard let blueprint else {
      switch it.kind {
      case .operation, .schedule(_, named: .some): return true
      default: return false
      }
    }
    return blueprint === it
  }

  /// The error of a success that is no answer of the given source, which has failed.
  package static let hidden = Fault("hidden")
  /// The error of a success without a subscription of the given source.
  package static let unused = Fault("unused")
}

extension GivenSource {
  /// Whether another source is the given one itself.
  package func isSame(as other: Source) -> Bool {
    if case .composed(let blueprint) = other.form { blueprint === self.blueprint } else { false }
  }
}

/// The number of subscriptions of a given source, on all threads.
package final class UseCount: Sendable {
  private let count = Atomic(0)

  package init() {}

  package var isZero: Bool { count.load(ordering: .relaxed) == 0 }

  func add() { count.add(1, ordering: .relaxed) }
}
