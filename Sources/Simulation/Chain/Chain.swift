import Retry
import RetryNumerics

/// A call that goes one way: an operation, and around it, one behind the other, what bounds its attempts, what tries them
/// again, and what becomes of their ends.
///
/// At any time one thing is under way in such a call, an attempt or a wait, and every end it can come to is known
/// beforehand. So it needs neither stages nor a queue of events: `ChainRun` follows it over plain numbers, to what the
/// engine would come to.
package struct Chain: Sendable {
  /// The position of a signal among those that can come up.
  typealias Mark = Int

  /// What does more than to replace one signal by another.
  struct Layer: Sendable {
    enum Kind: Sendable {
      /// After so long the signal at a position takes the place of all else.
      case timeout(Nanoseconds, Mark)
      /// Failures are tried again under a policy, which draws under a name.
      case retry(RetryStrategy, as: String)
      /// What is made of the failures that the filter admits says when they are tried again.
      case notified(Notifier, on: FaultFilter)
    }

    let kind: Kind
    /// What becomes of each signal that leaves the layer.
    var replacements: [Mark]

    var isTimeout: Bool {
      if case .timeout = kind { true } else { false }
    }
  }

  /// What is tried.
  package let operation: Operation
  /// All signals that can come up: a value stands for itself and the completion behind it.
  let signals: [Signal]
  /// The completion without a value.
  static let completed: Mark = 0
  /// The ends that attempts can have.
  let ends: Ends
  /// What becomes of the end of an attempt below all layers.
  let replacements: [Mark]
  /// From the inside out.
  let layers: [Layer]
  /// Whether closures are called while calls run, which may take any time.
  package var callsClosures: Bool {
    if case .computed = operation.faults { return true }
    return layers.contains { if case .notified = $0.kind { true } else { false } }
  }

  /// A call that makes more attempts than this is left to the engine.
  package let mostAttempts: Int

  /// The positions of the signals with which attempts end.
  struct Ends: Sendable {
    var ok: Mark
    /// With those that are scripted, and nothing for an answer that never comes.
    var script: [Mark?]
    /// With each of the kinds that have shares.
    var rates: [Mark]
    /// In an outage, in a burst, and where a closure says so.
    var outage: Mark
    var burst: Mark
    var computed: Mark
    /// Where a full server turns it away.
    var refused: Mark
  }

  /// Why a source cannot be followed as a chain, to be said behind "on the engine".
  package struct Obstacle: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
      self.description = description
    }

    /// Somebody wants the engine.
    package static let asked = Obstacle("as set")

    /// An operator that only the engine knows.
    static func name(_ name: String) -> Obstacle { Obstacle("'\(name)' needs it") }
  }

  /// What an operation may have whose calls meet nowhere.
  private static let apart: Features = [
    .latency, .rates, .bursts, .computedFaults, .hangs, .outages, .script,
  ]

  /// Reads a source as a chain, unless something in it needs the engine.
  package init(_ source: Source, limits: Limits) throws(Obstacle) {
    try self.init(source, limits: limits, operations: Self.apart)
  }

  /// Reads the source of a load as a chain, unless something in it needs the engine.
  ///
  /// Calls that meet cannot be left to the engine one by one: all that can come up must be known beforehand.
  init(_ load: Load, limits: Limits) throws(Obstacle) {
    try self.init(load.source, limits: limits, operations: Self.apart.union(.server))
    guard !callsClosures else { throw Obstacle("closures are asked while it runs") }
    var attempts = 1
    for case .retry(let strategy, _) in layers.map(\.kind) {
      let most = strategy.policy.rules.attempts
      guard let most, attempts <= mostAttempts / max(most, 1) else {
        throw Obstacle("a call may make more than \(mostAttempts) attempts")
      }
      attempts *= max(most, 1)
    }
  }

  private init(_ source: Source, limits: Limits, operations: Features) throws(Obstacle) {
    guard source.depth <= limits.depth else { throw Obstacle("nested deeper than \(limits.depth)") }
    var maker = ChainMaker(supporting: operations)
    operation = try maker.add(source)
    (signals, ends, layers, replacements) = maker.parts
    // Of each attempt at most all parts are subscribed, and each has a timer.
    let events = layers.reduce(2 * source.size + 4) { sum, layer in
      if case .notified(let notifier, _) = layer.kind { sum + notifier.events } else { sum }
    }
    mostAttempts = (limits.events - 8) / events - 1
    guard mostAttempts > 0 else { throw Obstacle("there are few events to count") }
  }
}
