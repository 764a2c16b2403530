public import RetryNumerics

extension Nanoseconds {
  /// Half of the span, rounded down.
  @inlinable var half: Nanoseconds {
    Nanoseconds(count / 2)
  }

  /// Returns a share of the span, between zero and one.
  @inlinable
  func part(_ share: Double) -> Nanoseconds {
    // A long span may be rounded up when converted to Double.
    min(Nanoseconds(rounding: share * Double(count)), self)
  }

  @inlinable
  func whole(_ unit: Nanoseconds) -> Nanoseconds {
    unit * (count / unit.count)
  }

  /// Returns the span multiplied by a factor, but at least a bound.
  @inlinable
  func multiplied(by factor: Double, atLeast bound: Nanoseconds = .zero) -> Nanoseconds {
    max(Nanoseconds(rounding: factor * Double(count)), bound)
  }

  /// Returns the span multiplied by a power of a factor.
  @inlinable
  func multiplied(by factor: Double, times count: Int) -> Nanoseconds {
    let scale = power(factor, count)
    // Not every long span survives conversion to Double and back.
    return scale == 1 ? self : Nanoseconds(rounding: Double(self.count) * scale)
  }

  /// Returns a random span between this one and a longer one.
  @inlinable
  func drawn(
    upTo end: Nanoseconds, using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds {
    self + Nanoseconds(rounding: generator.unit() * Double((end - self).count))
  }
}

/// Returns a power with a non-negative integer exponent, by squaring: library functions differ in the last bits
/// between platforms.
@inlinable
func power(_ base: Double, _ exponent: Int) -> Double {
  var (result, square, rest) = (1.0, base, exponent)
  while rest > 0 {
    if rest & 1 == 1 { result *= square }
    square *= square
    rest >>= 1
  }
  return result
}

/// Returns the Fibonacci number at an index from zero, saturating at the largest integer.
@inlinable
func fibonacciNumber(_ index: Int) -> Int64 {
  // The number at 92 does not fit into 64 bits.
  guard index < 92 else { return .max }
  var (current, next): (Int64, Int64) = (1, 1)
  for _ in 0..<index {
    // The sum after the last number may overflow, and is not used.
    (current, next) = (next, current &+ next)
  }
  return current
}

extension Nanoseconds {
  /// Returns the sum of a smoothed backoff at a time that counts retries: `factor ^ time * tanh √(4 time) / 1.4`.
  ///
  /// The hyperbolic tangent makes the first delays grow from zero; dividing by 1.4 puts the median of the first one
  /// near this span.
  @usableFromInline
  func smoothSum(_ time: Double, _ factor: Double) -> Nanoseconds {
    let whole = Int(min(time, 1e6))
    let rest = time - Double(whole)
    // Only the fraction needs a logarithm, and of the factor alone; an infinite one to the power of zero is one.
    let part = rest == 0 ? 1 : Elementary.exponential(rest * Elementary.logarithm(factor))
    let grown = power(factor, whole) * part
    let square = Elementary.exponential(-4 * Elementary.squareRoot(time))
    return Nanoseconds(rounding: Double(count) * grown * ((1 - square) / (1 + square)) / 1.4)
  }
}
