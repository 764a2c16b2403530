import RetryNumerics
package import VirtualTime

/// A simulated operation: how long it takes and how it fails.
package struct Operation: Sendable {
  /// The name, which also selects its random draws.
  package let name: String
  package let latency: Distribution
  package let faults: Faults
  /// The share of attempts that never respond.
  package let hangs: Double
  package let outages: Outages?
  /// The server or channel it shares with other calls.
  package let resource: Resource?
  /// The scripted answers, which take precedence; the last one repeats.
  package let script: [ScriptedAnswer]
  package let returns: Value
  /// The successful attempts whose answer does not arrive.
  package let lost: Losses
  /// Whether a second effect does no harm, so that effects need not be counted.
  package let isIdempotent: Bool
  package let cost: Price?
  /// What its service at a server calls before it answers, if anything.
  package let calls: Backend?
  /// The requests that its attempts meet, in the place of draws; its latency and faults are theirs.
  package let log: LoggedRequests?

  /// Creates an operation; by default it takes 100 ms and succeeds.
  ///
  /// On a server, its latency is that of the response, and zero by default.
  package init(
    _ name: String, latency: Distribution? = nil, faults: Faults = .none, hangs: Double = 0,
    outages: Outages? = nil, on resource: Resource? = nil, script: [ScriptedAnswer] = [],
    returns: Value = .unit, lost: Losses = .none, isIdempotent: Bool = true, cost: Price? = nil,
    calls: Backend? = nil
  ) throws(InvalidArgument) {
    try InvalidArgument.checkShare(hangs, "hangs")
    if case .channel? = resource, !isIdempotent {
      throw InvalidArgument("idempotent", PlanProblem.effectsOnChannel)
    }
    if calls != nil {
      guard case .server? = resource else {
        throw InvalidArgument("calls", PlanProblem.callsWithoutServer)
      }
      if !isIdempotent { throw InvalidArgument("idempotent", PlanProblem.effectsBehindServer) }
    }
    if case .rates(let rates) = faults {
      try InvalidArgument.checkSum(
        rates.total + hangs, "hangs", of: "the shares of failing and hanging attempts")
    }
    self.name = name
    let usual = resource == nil ? Nanoseconds(100_000_000) : .zero
    self.latency = if let latency { latency } else { try .constant(usual) }
    self.faults = faults
    self.hangs = hangs
    self.outages = outages
    self.resource = resource
    self.script = script
    self.returns = returns
    self.lost = lost
    self.isIdempotent = isIdempotent
    self.cost = cost
    self.calls = calls
    log = nil
  }

  /// Creates an operation whose attempts meet the requests of a log.
  package init(
    _ name: String, _ log: LoggedRequests, returns: Value = .unit, isIdempotent: Bool = true,
    cost: Price? = nil
  ) {
    (self.name, self.log, self.returns) = (name, log, returns)
    latency = log.latency
    faults = log.faults.rates.isEmpty ? .none : .rates(log.faults)
    (self.isIdempotent, self.cost) = (isIdempotent, cost)
    (hangs, outages, resource, script, lost, calls) = (0, nil, nil, [], .none, nil)
  }
}

extension Operation {
  /// Returns an operation with the same name and value that follows a script; answers without a latency take the
  /// default time.
  package func following(_ script: [ScriptedAnswer]) -> Operation? {
    try? Operation(
      name, script: script, returns: returns, lost: lost, isIdempotent: isIdempotent, cost: cost)
  }
}
