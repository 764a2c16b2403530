import Retry
import RetryNumerics

/// A call without branches: an operation inside layers of timeouts, retries and replacements.
///
/// Such a call does one thing at a time, an attempt or a delay, and all its possible outcomes are known in
/// advance. It needs neither stages nor an event queue: `ChainRun` computes it over plain numbers, with the same
/// result as the engine.
package struct Chain: Sendable {
  /// The index of a signal among all possible signals.
  typealias Mark = Int

  /// A layer that does more than replace one signal with another.
  struct Layer: Sendable {
    enum Kind: Sendable {
      /// After this time, the timeout signal replaces everything else.
      case timeout(Nanoseconds, Mark)
      /// A policy retries failures and draws under a name.
      case retry(RetryStrategy, as: String)
      /// A notifier decides when to retry the failures that the filter admits.
      case notified(Notifier, on: FaultFilter)
    }

    let kind: Kind
    /// The replacement of each signal that leaves the layer.
    var replacements: [Mark]

    var isTimeout: Bool {
      if case .timeout = kind { true } else { false }
    }
  }

  package let operation: Operation
  /// All possible signals; a value includes the completion that follows it.
  let signals: [Signal]
  /// The completion without a value.
  static let completed: Mark = 0
  let ends: Ends
  /// The replacement of each outcome of an attempt, below all layers.
  let replacements: [Mark]
  /// The layers, from the inside out.
  let layers: [Layer]
  /// Whether closures run during calls, which may take any time.
  package var callsClosures: Bool {
    if case .computed = operation.faults { return true }
    return layers.contains { if case .notified = $0.kind { true } else { false } }
  }

  /// The engine runs calls that make more attempts than this.
  package let mostAttempts: Int
  /// The most attempts that a call of a load makes.
  private(set) var mostAttemptsInLoad = 0
  private let eventsPerAttempt: Int

  /// Returns how many functions the closures of a call may call, so that the engine would run it to its end.
  func mostFunctionCalls(attempts: Int) -> Int { (mostAttempts - attempts) * eventsPerAttempt }

  /// The indices of the signals that end attempts.
  struct Ends: Sendable {
    var ok: Mark
    /// The scripted signals; `nil` for an answer that never arrives.
    var script: [Mark?]
    /// The errors with failure rates.
    var rates: [Mark]
    /// The errors of outages, in their order.
    var outages: [Mark] = []
    /// The error of bursts or of a closure.
    var otherFault: Mark
    var refused: Mark
    /// The error of an attempt that waited too long.
    var expired: Mark
    /// The errors of attempts that a server refuses in an outage, in their order.
    var serverDown: [Mark] = []
    var services: [Mark] = []
  }

  /// Why a source cannot run as a chain; shown after "on the engine".
  package struct UnsupportedReason: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
      self.description = description
    }

    /// The engine was requested.
    package static let asked = UnsupportedReason("as set")

    /// An operator that only the engine supports.
    static func name(_ name: String) -> UnsupportedReason {
      UnsupportedReason("'\(name)' requires it")
    }
  }

  /// The supported features of an operation without a shared resource.
  private static let independent: Features = [
    .latency, .rates, .bursts, .timedBursts, .computedFaults, .hangs, .outages, .script,
  ]

  package init(_ source: Source, limits: Limits) throws(UnsupportedReason) {
    try self.init(source, limits: limits, operations: Self.independent)
  }

  /// Creates a chain from the source of a load, unless it requires the engine.
  ///
  /// Calls that share a resource cannot be passed to the engine one by one, so all possible signals must be known
  /// in advance.
  init(_ load: Load, limits: Limits) throws(UnsupportedReason) {
    guard let population = load.populations.first, load.populations.count == 1 else {
      throw UnsupportedReason("several loads run together")
    }
    guard population.keys == nil else { throw UnsupportedReason("calls have keys") }
    try self.init(
      population.source, limits: limits, operations: Self.independent.union([.server, .row]))
    guard !callsClosures else { throw UnsupportedReason("closures run during the call") }
    var attempts = 1
    for case .retry(let strategy, _) in layers.map(\.kind) {
      let most = strategy.policy.rules.mostAttempts
      // Nested policies multiply their attempts; a division keeps the product from overflowing.
      guard let most, attempts <= mostAttempts / max(most, 1) else {
        throw UnsupportedReason("a call may make more than \(mostAttempts) attempts")
      }
      attempts *= max(most, 1)
    }
    mostAttemptsInLoad = attempts
  }

  private init(_ source: Source, limits: Limits, operations: Features) throws(UnsupportedReason) {
    guard source.depth <= limits.depth else {
      throw UnsupportedReason("nested deeper than \(limits.depth)")
    }
    var maker = ChainMaker(supporting: operations)
    // What values and errors become is computed here, while the engine computes it in each attempt.
    let functionCalls = FunctionCalls(limits: limits, nil)
    operation = try functionCalls.counting {
      Result { () throws(UnsupportedReason) in try maker.add(source) }
    }.get()
    (signals, ends, layers, replacements) = maker.parts
    // An attempt subscribes each part at most once, and each part has at most one timer.
    let events = layers.reduce(2 * source.size + 4 + functionCalls.take()) { sum, layer in
      if case .notified(let notifier, _) = layer.kind { sum + notifier.events } else { sum }
    }
    (mostAttempts, eventsPerAttempt) = ((limits.events - 8) / events - 1, events)
    guard mostAttempts > 0 else { throw UnsupportedReason("the event limit is too low") }
  }
}
