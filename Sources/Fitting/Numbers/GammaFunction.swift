import RetryNumerics

/// The functions that the gamma distribution needs.
enum GammaFunction {
  private static let lanczos = [
    676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_13,
    -176.615_029_162_140_59, 12.507_343_278_686_905, -0.138_571_095_265_720_12,
    9.984_369_578_019_571_6e-6, 1.505_632_735_149_311_6e-7,
  ]

  /// Returns the logarithm of the function, for a positive number.
  static func logarithm(_ x: Double) -> Double {
    // Below one half, the recurrence takes the place of the reflection, which needs a sine.
    guard x >= 0.5 else { return logarithm(x + 1) - Elementary.logarithm(x) }
    let x = x - 1
    var sum = 0.999_999_999_999_809_93
    for (index, term) in lanczos.enumerated() { sum += term / (x + Double(index) + 1) }
    let base = x + Double(lanczos.count) - 0.5
    return 0.918_938_533_204_672_7 + (x + 0.5) * Elementary.logarithm(base) - base
      + Elementary.logarithm(sum)
  }

  /// Returns the share of the integral above a number, for a positive shape.
  static func upperShare(shape: Double, above x: Double) -> Double {
    guard x > 0 else { return 1 }
    return x < shape + 1
      ? 1 - lowerSeries(shape: shape, x) : upperFraction(shape: shape, x)
  }

  static func lowerShare(shape: Double, below x: Double) -> Double {
    guard x > 0 else { return 0 }
    return x < shape + 1
      ? lowerSeries(shape: shape, x) : 1 - upperFraction(shape: shape, x)
  }

  private static func scale(_ shape: Double, _ x: Double) -> Double {
    Elementary.exponential(shape * Elementary.logarithm(x) - x - logarithm(shape))
  }

  private static func lowerSeries(shape: Double, _ x: Double) -> Double {
    var (sum, term, divisor) = (1 / shape, 1 / shape, shape)
    for _ in 0..<1000 {
      divisor += 1
      term *= x / divisor
      sum += term
      if term < sum * 1e-15 { break }
    }
    return min(sum * scale(shape, x), 1)
  }

  /// Evaluates the continued fraction by the method of Lentz.
  private static func upperFraction(shape: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - shape
    var c = 1 / tiny
    var d = 1 / (b == 0 ? tiny : b)
    var h = d
    for index in 1..<1000 {
      let a = -Double(index) * (Double(index) - shape)
      b += 2
      d = a * d + b
      if abs(d) < tiny { d = tiny }
      c = b + a / c
      if abs(c) < tiny { c = tiny }
      d = 1 / d
      let step = d * c
      h *= step
      if abs(step - 1) < 1e-15 { break }
    }
    return min(max(h * scale(shape, x), 0), 1)
  }
}
