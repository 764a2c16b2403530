package import RetryNumerics

extension Elementary {
  package static func normalDensity(_ x: Double) -> Double {
    0.398_942_280_401_432_7 * exponential(-0.5 * x * x)
  }

  /// Returns the probability that a standard normal variable stays below a value.
  ///
  /// All terms of the series have the sign of the value, so that the absolute error is about 10⁻¹⁵.
  package static func normalCumulative(_ x: Double) -> Double {
    // From 9 on, the result is within 10⁻¹⁸ of 0 or 1, and the series would be long.
    guard abs(x) < 9 else { return x.isNaN ? x : x < 0 ? 0 : 1 }
    var sum = 0.0
    var term = x
    var divisor = 1.0
    while sum + term != sum {
      sum += term
      divisor += 2
      term *= x * x / divisor
    }
    return 0.5 + normalDensity(x) * sum
  }
}
