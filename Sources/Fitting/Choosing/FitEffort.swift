/// How much is computed, and from which random numbers.
package struct FitEffort: Hashable, Sendable {
  package var seed: UInt64 = 1
  /// The samples that an interval is computed from.
  package var replicates = 60
  /// The most samples that a goodness of fit is computed from.
  package var mostTrials = 199

  package init() {}
}
