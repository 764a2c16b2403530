import Retry
import RetryNumerics
import VirtualTime

/// A load of the usual shape, as numbers that a loop without stages can run: an operation on a server, perhaps with a
/// timeout, perhaps tried again under a policy.
///
/// Nothing but the shape is decided here. What comes of it is what the stages would make of it, event by event.
struct PlainLoad {
  /// An error with which an attempt may end.
  struct Failure {
    let fault: Fault
    let isRetried: Bool
    let hint: Nanoseconds?
  }

  let load: Load
  let server: Server
  /// After how long an attempt is given up.
  let timeout: Nanoseconds?
  /// The ends of the parts of the unit interval in which the luck of an attempt makes it fail.
  let bounds: [Double]
  /// The errors that go with them, then that of a timeout, then that of a full line.
  let failures: [Failure]
  /// What is decided after a failure; without rules the call fails.
  let rules: RetryRules?
  let returns: Value
  /// Whose draws they are: the operation's, the policy's, and those of the clients.
  let operationKey: DrawKey
  let policyKey: DrawKey
  let clientKey: DrawKey

  /// What the loop without stages knows to do.
  private static let supported: Features = [
    .rates, .server, .timeout, .retry, .filter, .hints, .completion,
  ]

  /// Creates the plain form of a load; nothing, where it has another shape.
  init?(_ load: Load, seed: UInt64, limits: Limits) {
    guard let call = PlainCall(load.source, within: Self.supported),
      case .server(let server)? = call.operation.resource, limits.events > 100, limits.depth > 3,
      // Calls end long before the bounds stop them.
      let attempts = call.rules.attempts, attempts < min((limits.events - 16) / 8, 8192)
    else { return nil }
    self.load = load
    self.server = server
    timeout = call.timeout?.limit
    bounds = call.rates.map(\.upperBound)
    failures = (call.rates.map(\.fault) + [call.timeout?.error ?? .timeout, Server.refusal]).map {
      Failure(fault: $0, isRetried: call.isRetried($0), hint: call.hint(of: $0))
    }
    rules = call.strategy?.policy.rules
    returns = call.operation.returns
    operationKey = DrawKey(seed: seed, name: call.operation.name)
    policyKey = DrawKey(seed: seed, name: call.policyName)
    clientKey = Crowd.key(seed: seed)
  }

  /// The position of the error of a timeout.
  var timedOut: Int { bounds.count }
  /// The position of the error of a full line.
  var refused: Int { bounds.count + 1 }

  /// Returns the position of the error of an attempt with a luck between 0 and 1; -1 means success.
  @inline(__always)
  func failure(luck: Double) -> Int {
    for index in bounds.indices where luck < bounds[index] { return index }
    return -1
  }
}
