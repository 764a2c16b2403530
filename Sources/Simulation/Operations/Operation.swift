import RetryNumerics
package import VirtualTime

/// A simulated operation: how long it takes and how it fails.
package struct Operation: Sendable {
  /// The name under which it is shown, and under which it draws.
  package let name: String
  /// How long an attempt takes.
  package let latency: Distribution
  /// How it fails by chance.
  package private(set) var faults: Faults
  /// The share of attempts that never answer.
  package let hangs: Double
  /// When it is down.
  package let outages: Outages?
  /// Who serves its attempts, together with those of other calls.
  package let resource: Resource?
  /// The answers of the first attempts, which go before all chance; the last one repeats.
  package let script: [ScriptedAnswer]
  /// The value it sends.
  package let returns: Value

  /// Creates an operation, which takes 100 ms and succeeds unless told otherwise.
  ///
  /// On a server its latency is that of the way back, and none unless told otherwise.
  package init(
    _ name: String, latency: Distribution? = nil, faults: Faults = .none, hangs: Double = 0,
    outages: Outages? = nil, on resource: Resource? = nil, script: [ScriptedAnswer] = [],
    returns: Value = .unit
  ) throws(InvalidArgument) {
    try InvalidArgument.checkShare(hangs, "hangs")
    if case .rates(let rates) = faults {
      try InvalidArgument.checkShare(rates.total + hangs, "the shares of faults and hangs together")
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
  }
}

extension Operation {
  /// Returns the operation of this name and value that answers as a script says, and else takes the usual time.
  package func following(_ script: [ScriptedAnswer]) -> Operation? {
    try? Operation(name, script: script, returns: returns)
  }

  /// The same operation with errors of its own.
  ///
  /// Threads that count references to one error would wait for each other at every failure.
  var detached: Operation {
    var copy = self
    copy.faults = faults.detached
    return copy
  }

  /// Returns the answer to an attempt and how long it takes, or no time where it comes at once: a pure function of
  /// the draws.
  ///
  /// The first word decides the outcome, the next ones the latency, and those after them how long a server takes,
  /// always in this order, so that a change to one leaves those before it as they were. A closure has draws of its own.
  func answer(
    to attempt: @autoclosure () -> Attempt, number: Int, began: Instant, isStormy: Bool,
    _ draws: inout Draws, ofClosures closureDraws: @autoclosure () -> Draws
  ) -> (answer: Answer, after: Nanoseconds?) {
    let luck = draws.unit()
    let latency = latency.sample(using: &draws)
    if !script.isEmpty {
      let scripted = script[min(number, script.count) - 1]
      return (scripted.answer, scripted.isSynchronous ? nil : scripted.after ?? latency)
    }
    if let outages, outages.cover(began) {
      return (.fault(outages.fault), outages.latency ?? latency)
    }
    if luck >= 1 - hangs { return (.never, latency) }
    let fault =
      switch faults {
      case .none: nil as Fault?
      case .rates(let rates): rates.fault(luck: luck)
      case .burst(let burst): isStormy && luck < burst.fails ? burst.fault : nil
      case .computed(let fault, let share):
        Self.fault(fault, at: luck, in: attempt(), closureDraws(), share)
      }
    return (fault.map(Answer.fault) ?? .ok, latency)
  }

  /// Asks a closure whether an attempt fails; one that cannot be worked out fails the attempt with its own error.
  private static func fault(
    _ fault: Fault, at luck: Double, in attempt: Attempt, _ draws: Draws, _ share: FaultShare
  ) -> Fault? {
    var draws = draws
    do throws(Fault) {
      return luck < (try share(attempt, &draws)) ? fault : nil
    } catch {
      return error
    }
  }
}
