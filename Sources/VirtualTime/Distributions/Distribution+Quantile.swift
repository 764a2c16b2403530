package import RetryNumerics

extension Distribution {
  /// Returns a quantile; `nil` for mixtures, which have no formula, and for samples.
  package func quantile(_ share: Double) -> Nanoseconds? {
    switch law {
    case .mixture, .empirical: return nil
    case .constant, .uniform, .exponential, .normal, .lognormal, .pareto:
      var draws = FixedUnit(word: UInt64(min(max(share, 0), 1 - 0x1p-52) * 0x1p52) << 12)
      return sample(using: &draws)
    }
  }
}

/// A generator that always returns the same number.
private struct FixedUnit: RandomNumberGenerator {
  let word: UInt64

  func next() -> UInt64 { word }
}
