package import VirtualTime

/// How an operation fails by chance.
package enum Faults: Sendable {
  /// It never does.
  case none
  /// Each attempt fails by itself, with shares for the kinds.
  case rates(FaultRates)
  /// Bad times come and go between the attempts of a call.
  case burst(Burst)
  /// A closure of the attempt gives the share of failures; what is no share counts as the nearest one.
  case computed(Fault, FaultShare)
}

/// A closure from an attempt to the share of such attempts that fail, which may draw, and may fail the attempt itself.
package typealias FaultShare = @Sendable (Attempt, inout Draws) throws(Fault) -> Double

extension Faults {
  /// The same faults with errors of their own.
  var detached: Faults {
    if case .rates(let rates) = self { .rates(rates.detached) } else { self }
  }

  /// Returns the same faults, with an error for those that name none.
  package func failing(with fault: Fault?) -> Faults {
    guard let fault else { return self }
    switch self {
    case .none: return self
    case .rates(let rates): return .rates(rates.failing(with: fault))
    case .burst(let burst): return .burst(burst.failing(with: fault))
    case .computed(let given, let share):
      return .computed(given == .unspecified ? fault : given, share)
    }
  }
}

/// Shares of the attempts that fail, one for each kind.
package struct FaultRates: Hashable, Sendable {
  /// One kind and its share.
  package struct Rate: Hashable, Sendable {
    /// The error.
    package let fault: Fault
    /// The share of the attempts that fail with it.
    package let share: Double
    /// The end of its part of the unit interval, in which chance falls.
    package let upperBound: Double
  }

  /// The kinds in the order in which they were written.
  package private(set) var rates: [Rate]

  /// Creates shares of kinds, which may add up to 1 at the most.
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

  /// Creates the share of one kind.
  package init(_ share: Double, of fault: Fault = .unspecified) throws(InvalidArgument) {
    try InvalidArgument.checkShare(share, "fails")
    try self.init([(fault, share)])
  }

  /// The share of the attempts that fail.
  package var total: Double { rates.last?.upperBound ?? 0 }

  /// The same shares with errors of their own.
  fileprivate var detached: FaultRates {
    var copy = self
    copy.rates = rates.map {
      Rate(fault: $0.fault.detached, share: $0.share, upperBound: $0.upperBound)
    }
    return copy
  }

  /// Returns the same shares, with an error in the place of the unspecified one.
  fileprivate func failing(with fault: Fault) -> FaultRates {
    var copy = self
    copy.rates = rates.map { rate in
      guard rate.fault == .unspecified else { return rate }
      return Rate(fault: fault, share: rate.share, upperBound: rate.upperBound)
    }
    return copy
  }

  /// Returns the position of the fault of an attempt with a luck between 0 and 1; none means success.
  func position(luck: Double) -> Int? {
    // By position, since a loop over the rates would count references to them.
    for index in rates.indices where luck < rates[index].upperBound { return index }
    return nil
  }
}

/// A chain of two states: in the good one nothing fails, in the bad one attempts do.
///
/// A call finds the chain in its long-run balance, and each further attempt moves it one step.
package struct Burst: Hashable, Sendable {
  /// The chance that a good time turns bad before the next attempt.
  package let enter: Double
  /// The chance that a bad time ends before the next attempt.
  package let leave: Double
  /// The share of attempts that fail while it is bad.
  package let fails: Double
  /// The error they fail with.
  package private(set) var fault: Fault

  /// Creates a chain.
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

  /// The share of time that is bad in the long run; a chain that never moves stays good.
  package var badShare: Double {
    enter + leave > 0 ? enter / (enter + leave) : 0
  }

  /// Returns the same chain, with an error in the place of the unspecified one.
  fileprivate func failing(with fault: Fault) -> Burst {
    var copy = self
    if copy.fault == .unspecified { copy.fault = fault }
    return copy
  }

  /// Tells whether times are bad at an attempt, given how they were at the one before.
  func isBad(after wasBad: Bool?, luck: Double) -> Bool {
    switch wasBad {
    case nil: luck < badShare
    case true?: luck >= leave
    case false?: luck < enter
    }
  }
}
