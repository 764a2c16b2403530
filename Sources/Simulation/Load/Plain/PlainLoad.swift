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

    init(_ fault: Fault, _ strategy: RetryStrategy?) {
      self.fault = fault
      isRetried = strategy?.policy.filter?(fault) ?? true
      hint = strategy?.policy.hint?(fault).map { max(Nanoseconds($0), .zero) }
    }
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

  /// Creates the plain form of a load; nothing, where it has another shape.
  init?(_ load: Load, seed: UInt64, limits: Limits) {
    var source = load.source
    var (strategy, timeout): (RetryStrategy?, (limit: Nanoseconds, error: Fault)?)
    let policyName = (source.inputs.first ?? source).actor(of: "retry")
    if case .retry(let given) = source.kind {
      strategy = given
      source = source.inputs[0]
    }
    if case .timeout(let limit, let error) = source.kind {
      timeout = (limit, error)
      source = source.inputs[0]
    }
    guard case .operation(let operation) = source.kind,
      case .server(let server)? = operation.resource, operation.isPlain,
      policyName != operation.name, strategy?.policy.rules.isPlain(within: limits) ?? true,
      limits.events > 100, limits.depth > 3
    else { return nil }
    let rates =
      if case .rates(let rates) = operation.faults { rates.rates } else { [FaultRates.Rate]() }
    self.load = load
    self.server = server
    self.timeout = timeout?.limit
    bounds = rates.map(\.upperBound)
    failures = (rates.map(\.fault) + [timeout?.error ?? .timeout, Server.refusal]).map {
      Failure($0, strategy)
    }
    rules = strategy?.policy.rules
    returns = operation.returns
    operationKey = DrawKey(seed: seed, name: operation.name)
    policyKey = DrawKey(seed: seed, name: policyName)
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

extension Operation {
  /// Whether its attempts end by independent chance alone, and as soon as they are served.
  fileprivate var isPlain: Bool {
    guard script.isEmpty, outages == nil, hangs == 0, latency.law == .constant(.zero) else {
      return false
    }
    return switch faults {
    case .none, .rates: true
    case .burst, .computed: false
    }
  }
}

extension RetryRules {
  /// Whether nobody is asked, no deadline is set, and calls end long before the bounds stop them.
  fileprivate func isPlain(within limits: Limits) -> Bool {
    guard let attempts, deadline == nil, question == nil else { return false }
    return attempts < min((limits.events - 16) / 8, 8192)
  }
}
