import RetryNumerics

/// A number as it was written: digits, and a power of ten.
struct Decimal {
  /// Its digits, of which more than eighteen are not kept.
  private(set) var digits: Int64
  private(set) var power: Int
  /// Whether it was written with a point.
  let hasPoint: Bool

  private static let powers: [Int64] = (0...18).map { exponent in
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }

  init(digits: Int64, power: Int, hasPoint: Bool) {
    (self.digits, self.power, self.hasPoint) = (digits, power, hasPoint)
  }

  /// Returns it times a power of ten, as a whole number that saturates.
  func whole(times exponent: Int) -> Int64 {
    let shift = power + exponent
    guard digits != 0, shift > -19 else { return 0 }
    guard shift >= 0 else {
      let unit = Self.powers[-shift]
      let (quotient, rest) = digits.quotientAndRemainder(dividingBy: unit)
      return quotient + (rest.magnitude >= unit.magnitude.advanced(by: 1) / 2 ? rest.signum() : 0)
    }
    guard shift <= 18 else { return digits < 0 ? .min : .max }
    let (product, isOver) = digits.multipliedReportingOverflow(by: Self.powers[shift])
    return isOver ? (digits < 0 ? .min : .max) : product
  }

  /// Returns the span of so many units.
  func span(in unit: TimeUnit) -> Nanoseconds {
    Nanoseconds(whole(times: unit.power))
  }

  var double: Double {
    guard abs(power) <= 18 else {
      return Double(digits) * (power < 0 ? 0 : .infinity)
    }
    let scale = Double(Self.powers[abs(power)])
    return power < 0 ? Double(digits) / scale : Double(digits) * scale
  }
}

extension ByteCursor {
  /// Reads a number such as `12`, `-0.5` or `1e-3`; leaves the place where it is if there is none.
  mutating func decimal() -> Decimal? {
    let start = place
    let isNegative = skip(0x2D)
    var (digits, power, count, hasPoint): (Int64, Int, Int, Bool) = (0, 0, 0, false)
    while !isAtEnd {
      let byte = next
      if byte == 0x2E, !hasPoint {
        hasPoint = true
      } else if byte >= 0x30, byte <= 0x39 {
        count += 1
        if digits < 100_000_000_000_000_000 {
          digits = digits * 10 + Int64(byte - 0x30)
          if hasPoint { power -= 1 }
        } else if !hasPoint {
          power += 1
        }
      } else {
        break
      }
      advance()
    }
    guard count > 0 else {
      move(to: start)
      return nil
    }
    power += exponent()
    return Decimal(digits: isNegative ? -digits : digits, power: power, hasPoint: hasPoint)
  }

  /// Reads `e` with a number, if they come next.
  private mutating func exponent() -> Int {
    guard next == 0x65 || next == 0x45 else { return 0 }
    let start = place
    advance()
    let isNegative = skip(0x2D)
    if !isNegative { _ = skip(0x2B) }
    var (exponent, count) = (0, 0)
    while next >= 0x30, next <= 0x39 {
      exponent = min(exponent * 10 + Int(next - 0x30), 1000)
      count += 1
      advance()
    }
    if count == 0 { move(to: start) }
    return count == 0 ? 0 : isNegative ? -exponent : exponent
  }
}
