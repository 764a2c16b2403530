package import VirtualTime

/// How an operation fails at random.
package enum Faults: Sendable {
  case none
  /// Attempts fail independently, with a share for each error.
  case rates(FaultRates)
  /// Attempts fail in bursts that step from attempt to attempt; those that do not may fail at any time.
  case burst(Burst, besides: FaultRates = .none)
  /// Attempts fail in bursts that come and go in time; those that do not may fail at any time.
  case timedBurst(TimedBurst, besides: FaultRates = .none)
  /// A closure returns the failure probability of an attempt, perhaps by its number alone.
  case computed(Fault, byNumber: Bool = false, FaultShare)
}

/// A closure from an attempt to its failure probability; it may draw and may fail the attempt itself.
package typealias FaultShare = @Sendable (Attempt, inout Draws) throws(Fault) -> Double

extension Faults {
  /// The same faults with their own error objects.
  var detached: Faults {
    switch self {
    case .none, .computed: self
    case .rates(let rates): .rates(rates.detached)
    case .burst(let burst, let rates): .burst(burst, besides: rates.detached)
    case .timedBurst(let burst, let rates): .timedBurst(burst, besides: rates.detached)
    }
  }

  /// The shares of attempts that fail at any time, whatever bursts there are.
  package var rates: FaultRates {
    switch self {
    case .none, .computed: .none
    case .rates(let rates), .burst(_, let rates), .timedBurst(_, let rates): rates
    }
  }

  /// The error in a burst, or of a closure.
  package var otherFault: Fault? {
    switch self {
    case .none, .rates: nil
    case .burst(let burst, _): burst.fault
    case .timedBurst(let burst, _): burst.fault
    case .computed(let fault, _, _): fault
    }
  }

  /// Returns the same faults with a default error.
  package func failing(with fault: Fault?) -> Faults {
    guard let fault else { return self }
    switch self {
    case .none: return self
    case .rates(let rates): return .rates(rates.failing(with: fault))
    case .burst(let burst, let rates):
      return .burst(burst.failing(with: fault), besides: rates.failing(with: fault))
    case .timedBurst(let burst, let rates):
      return .timedBurst(burst.failing(with: fault), besides: rates.failing(with: fault))
    case .computed(let given, let byNumber, let share):
      return .computed(given == .unspecified ? fault : given, byNumber: byNumber, share)
    }
  }
}

/// Failure shares by error.
package struct FaultRates: Hashable, Sendable {
  package struct Rate: Hashable, Sendable {
    package let fault: Fault
    /// The share of the attempts that fail with it.
    package let share: Double
    /// The upper end of its part of the unit interval.
    package let upperBound: Double
  }

  package private(set) var rates: [Rate]
  package static let none = FaultRates()

  private init() { rates = [] }

  /// Creates shares by error, which add up to at most 1.
  package init(_ shares: [(fault: Fault, share: Double)]) throws(InvalidArgument) {
    var sum = 0.0
    var rates: [Rate] = []
    for (fault, share) in shares {
      try InvalidArgument.checkShare(share, "fails", of: "the share of \(fault)")
      sum += share
      rates.append(Rate(fault: fault, share: share, upperBound: sum))
    }
    try InvalidArgument.checkSum(sum, "fails", of: "the shares of all errors")
    self.rates = rates
  }

  package init(_ share: Double, of fault: Fault = .unspecified) throws(InvalidArgument) {
    // Operations have shares of other things than failures, too.
    try InvalidArgument.checkShare(share, "fails", of: "the share")
    try self.init([(fault, share)])
  }

  /// The share of the attempts that fail.
  package var total: Double { rates.last?.upperBound ?? 0 }

  fileprivate var detached: FaultRates {
    var copy = self
    copy.rates = rates.map {
      Rate(fault: $0.fault.detached, share: $0.share, upperBound: $0.upperBound)
    }
    return copy
  }

  fileprivate func failing(with fault: Fault) -> FaultRates {
    var copy = self
    copy.rates = rates.map { rate in
      guard rate.fault == .unspecified else { return rate }
      return Rate(fault: fault, share: rate.share, upperBound: rate.upperBound)
    }
    return copy
  }

  /// Returns the index of the error for a random number between 0 and 1; `nil` means success.
  func position(uniform: Double) -> Int? {
    // Indexed, because iterating over the rates would count references to them.
    for index in rates.indices where uniform < rates[index].upperBound { return index }
    return nil
  }
}

/// A two-state Markov chain: attempts only fail in the bad state.
///
/// The first attempt of a call draws the stationary state; each further attempt moves the chain one step.
package struct Burst: Hashable, Sendable {
  /// The probability that the good state turns bad before the next attempt.
  package let enter: Double
  /// The probability that the bad state ends before the next attempt.
  package let leave: Double
  /// The share of attempts that fail in the bad state.
  package let fails: Double
  package private(set) var fault: Fault

  package init(enter: Double, leave: Double, fails: Double = 1, fault: Fault = .unspecified)
    throws(InvalidArgument)
  {
    try InvalidArgument.checkShare(enter, "enter")
    try InvalidArgument.checkShare(leave, "leave")
    try InvalidArgument.checkShare(fails, "fails")
    self.enter = enter
    self.leave = leave
    self.fails = fails
    self.fault = fault
  }

  /// The stationary probability of the bad state; a chain that never moves stays good.
  package var badShare: Double {
    enter + leave > 0 ? enter / (enter + leave) : 0
  }

  fileprivate func failing(with fault: Fault) -> Burst {
    var copy = self
    if copy.fault == .unspecified { copy.fault = fault }
    return copy
  }

  /// Returns whether the state is bad at an attempt, given the state at the previous one.
  func isBad(after wasBad: Bool?, uniform: Double) -> Bool {
    switch wasBad {
    case nil: uniform < badShare
    case true?: uniform >= leave
    case false?: uniform < enter
    }
  }
}

/// Bursts in time: attempts that start while the process is on may fail.
package struct TimedBurst: Hashable, Sendable {
  package let times: OnOffProcess
  /// The share of attempts that fail in a burst.
  package let fails: Double
  package private(set) var fault: Fault

  package init(_ times: OnOffProcess, fails: Double = 1, fault: Fault = .unspecified)
    throws(InvalidArgument)
  {
    try InvalidArgument.checkShare(fails, "fails")
    self.times = times
    self.fails = fails
    self.fault = fault
  }

  fileprivate func failing(with fault: Fault) -> TimedBurst {
    var copy = self
    if copy.fault == .unspecified { copy.fault = fault }
    return copy
  }
}
