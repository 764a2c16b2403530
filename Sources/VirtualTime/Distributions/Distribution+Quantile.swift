package import RetryNumerics

extension Distribution {
  /// Returns a quantile; `nil` for mixtures and sums, which have no formula, and for samples.
  package func quantile(_ share: Double) -> Nanoseconds? {
    switch law {
    case .mixture, .empirical: return nil
    case .sum(let parts):
      guard parts.count == 2, case .constant(let floor) = parts[0].law else { return nil }
      return parts[1].quantile(share).map { floor + $0 }
    case .constant, .uniform, .exponential, .normal, .lognormal, .pareto:
      // Sampling inverts the distribution function at a number, here at the share itself.
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
