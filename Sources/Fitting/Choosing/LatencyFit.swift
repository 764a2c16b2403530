/// The law of a sample of durations, and what else was tried.
package struct LatencyFit: Hashable, Sendable {
  /// A family with its most likely law.
  package struct Tried: Hashable, Sendable {
    package let law: LatencyLaw
    /// Akaike's information criterion; the least is the best.
    package let criterion: Double
    package internal(set) var goodness: Goodness
  }

  /// The reason for a law.
  package enum Reason: Hashable, Sendable {
    case leastCriterion
    /// Chance alone would hardly be so far from the family that is nearest.
    case allRejected
    /// A quantile of the nearest family is not the one that was measured.
    case otherQuantile(Double)
    case fewDurations
  }

  package let law: LatencyLaw
  package let reason: Reason
  /// The families, the best first.
  package let tried: [Tried]
  package let quantiles: [FittedQuantile]
  /// How the longest durations fall off; `nil` if too little is known of them.
  package let tail: ParetoTail?
  /// The shares that durations do not exceed, as measured.
  let steps: EmpiricalSteps
  package let count: Double
  /// The durations that were cut off.
  package let openCount: Double
  /// The longest duration whose end was seen.
  package let longest: Double
  /// The share of the law beyond it.
  package var shareBeyond: Double { law.survival(longest) }

  /// The share of requests of which only that they took longer is known; `nil` if a family tells the rest.
  package var hangs: Double? {
    guard case .empirical(let knots) = law, openCount > 0, knots.count > 2 else { return nil }
    return 1 - knots[knots.count - 2].share
  }
}

extension LatencyFit {
  /// Below this number of durations, no family is believed.
  private static let fewest = 20.0
  /// For each parameter more, a family must be better by this.
  private static let margin = 2.0

  /// Fits all families; `nil` without durations, or if it is stopped.
  package init?(
    _ sample: LatencySample, _ effort: FitEffort = FitEffort(),
    isStopped: () -> Bool = { false }
  ) {
    let count = sample.count
    guard count > 0, sample.greatestSeen > 0 else { return nil }
    let isConstant = sample.isConstant
    let steps = EmpiricalSteps(sample)
    var tried = LatencyFamily.parametric.compactMap { family -> Tried? in
      guard count >= Self.fewest, !isConstant, !isStopped(), let law = family.fitted(to: sample)
      else {
        return nil
      }
      let criterion = 2 * Double(family.parameters) - 2 * law.logLikelihood(sample)
      guard criterion.isFinite else { return nil }
      return Tried(
        law: law, criterion: criterion, goodness: Goodness(of: law, to: steps))
    }
    tried.sort { $0.criterion < $1.criterion }
    Self.preferSimple(&tried)
    if let best = tried.first {
      tried[0].goodness = Goodness(of: best.law, to: sample, effort, isStopped: isStopped)
    }
    guard let (law, reason, quantiles) = Self.choice(of: tried, sample, effort, isStopped),
      !isStopped()
    else { return nil }
    (self.law, self.reason, self.tried, self.count) = (law, reason, tried, count)
    self.steps = steps
    self.quantiles = quantiles
    tail = ParetoTail(sample)
    openCount = sample.openCount
    longest = sample.greatestSeen
  }

  /// Returns the first family if it can be believed, and else the durations themselves.
  private static func choice(
    of tried: [Tried], _ sample: LatencySample, _ effort: FitEffort, _ isStopped: () -> Bool
  ) -> (LatencyLaw, Reason, [FittedQuantile])? {
    var reason = Reason.fewDurations
    if let best = tried.first {
      let quantiles = FittedQuantile.all(
        of: best.law, among: tried, in: sample, effort, isStopped: isStopped)
      let isNear = best.goodness.probability ?? 0 >= Goodness.least
      let other = quantiles.first { $0.isRefuted }
      if isNear, other == nil { return (best.law, .leastCriterion, quantiles) }
      reason = isNear ? .otherQuantile(other?.share ?? 0) : .allRejected
    }
    let same = sample.isConstant ? constant(sample) : nil
    guard let law = same ?? EmpiricalKnots.law(of: sample) ?? constant(sample) else { return nil }
    let quantiles = FittedQuantile.all(
      of: law, among: [], in: sample, effort, isStopped: isStopped)
    return (law, reason, quantiles)
  }

  /// Puts the first of those that are nearly as good in front that has fewer parameters.
  private static func preferSimple(_ tried: inout [Tried]) {
    guard let best = tried.first else { return }
    let most = best.law.family.parameters
    let near = tried.indices.filter { index in
      let saved = Double(most - tried[index].law.family.parameters)
      return tried[index].criterion <= best.criterion + margin * saved
    }
    let simplest = near.min {
      tried[$0].law.family.parameters < tried[$1].law.family.parameters
    }
    if let simplest { tried.insert(tried.remove(at: simplest), at: 0) }
  }

  /// The law of durations that are all the same.
  private static func constant(_ sample: LatencySample) -> LatencyLaw? {
    let value = sample.greatestSeen
    guard value > 0 else { return nil }
    return .empirical([.init(value: value, share: 0), .init(value: value + 1, share: 1)])
  }
}
