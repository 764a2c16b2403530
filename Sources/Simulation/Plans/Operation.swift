import RetryNumerics
package import VirtualTime

/// A simulated operation: how long it takes and how it fails.
package struct Operation: Sendable {
  /// The name, which also selects its random draws.
  package let name: String
  /// How long an attempt takes.
  package let latency: Distribution
  /// How it fails at random.
  package private(set) var faults: Faults
  /// The share of attempts that never respond.
  package let hangs: Double
  /// Its outages.
  package let outages: Outages?
  /// The server or channel it shares with other calls.
  package let resource: Resource?
  /// The scripted answers, which take precedence; the last one repeats.
  package let script: [ScriptedAnswer]
  /// The value it sends.
  package let returns: Value
  /// The share of successful attempts whose answer never arrives.
  package let lost: Double
  /// Whether a second effect does no harm, so that effects need not be counted.
  package let isIdempotent: Bool
  /// The price of an attempt, if it has one.
  package let cost: Price?
  /// What its service at a server calls before it answers, if anything.
  package let calls: Backend?

  /// Creates an operation; by default it takes 100 ms and succeeds.
  ///
  /// On a server, its latency is that of the response, and zero by default.
  package init(
    _ name: String, latency: Distribution? = nil, faults: Faults = .none, hangs: Double = 0,
    outages: Outages? = nil, on resource: Resource? = nil, script: [ScriptedAnswer] = [],
    returns: Value = .unit, lost: Double = 0, isIdempotent: Bool = true, cost: Price? = nil,
    calls: Backend? = nil
  ) throws(InvalidArgument) {
    try InvalidArgument.checkShare(hangs, "hangs")
    try InvalidArgument.checkShare(lost, "lost")
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
  }
}

extension Operation {
  /// Returns an operation with the same name and value that follows a script; answers without a latency take the
  /// default time.
  package func following(_ script: [ScriptedAnswer]) -> Operation? {
    try? Operation(
      name, script: script, returns: returns, lost: lost, isIdempotent: isIdempotent, cost: cost)
  }

  /// The same operation with its own error objects.
  ///
  /// Threads that count references to one error would wait for each other at every failure.
  var detached: Operation {
    var copy = self
    copy.faults = faults.detached
    return copy
  }

  /// The reason for the outcome of an attempt.
  enum Verdict {
    case ok
    /// The script, at this index.
    case scripted(Int)
    /// It started in an outage.
    case down
    case hangs
    /// A random failure, with the error at this index.
    case fails(Int)
    /// A failure in a burst.
    case failsInBurst
    /// A failure decided by a closure.
    case computed
    /// The evaluation of the closure failed.
    case other(Fault)
  }

  /// Decides on an attempt; the result depends only on the arguments.
  ///
  /// The first word that an attempt draws decides its outcome, the next ones its latency, and those after them the
  /// service time of a server. The order is fixed, so that changing one does not affect the draws before it.
  /// Closures have their own draws.
  ///
  /// It is inlined, as are the next two: a call would copy the whole operation.
  @inline(__always)
  func verdict(
    luck: Double, number: Int, isDown: Bool, isInBurst: Bool, share: () throws(Fault) -> Double
  ) -> Verdict {
    if !script.isEmpty { return .scripted(min(number, script.count) - 1) }
    if isDown { return .down }
    if luck >= 1 - hangs { return .hangs }
    switch faults {
    case .none: return .ok
    case .rates(let rates): return rates.position(luck: luck).map(Verdict.fails) ?? .ok
    case .burst(let burst): return isInBurst && luck < burst.fails ? .failsInBurst : .ok
    case .timedBurst(let burst): return isInBurst && luck < burst.fails ? .failsInBurst : .ok
    case .computed:
      do throws(Fault) {
        return luck < (try share()) ? .computed : .ok
      } catch {
        return .other(error)
      }
    }
  }

  /// Returns the answer for a verdict.
  @inline(__always)
  func answer(_ verdict: Verdict) -> Answer {
    switch verdict {
    case .ok: .ok
    case .scripted(let position): script[position].answer
    case .down: outages.map { .fault($0.fault) } ?? .ok
    case .hangs: .never
    case .fails(let position): .fault(faults.fault(at: position))
    case .failsInBurst, .computed: .fault(faults.fault(at: 0))
    case .other(let fault): .fault(fault)
    }
  }

  /// Returns the latency of a verdict's answer, given the drawn latency; `nil` if it is synchronous.
  @inline(__always)
  func time(of verdict: Verdict, latency: Nanoseconds) -> Nanoseconds? {
    switch verdict {
    case .scripted(let position):
      script[position].isSynchronous ? nil : script[position].after ?? latency
    case .down: outages?.latency ?? latency
    case .ok, .hangs, .fails, .failsInBurst, .computed, .other: latency
    }
  }
}
