import RetryNumerics

/// A parameter of a policy and the values that it can take.
///
/// Its values are numbers: of nanoseconds for durations, and the place in their list for named ones.
package struct ParameterAxis: Hashable, Sendable {
  package enum Values: Hashable, Sendable {
    /// Every whole number of a range; ratios count in a logarithmic one, and differences in a linear one.
    case whole(ClosedRange<Int64>, isLogarithmic: Bool)
    /// Any number of a range.
    case continuous(ClosedRange<Double>, isLogarithmic: Bool)
    /// One of several named values, the simplest first.
    case named(Int)
  }

  package let name: String
  package let values: Values

  package init(_ name: String, _ values: Values) {
    (self.name, self.values) = (name, values)
  }
}

extension ParameterAxis {
  /// The significant digits of a number that is searched for.
  private static let digits = 3

  /// The number of values, if they can be counted.
  package var count: Int? {
    switch values {
    case .whole(let range, _): Int(clamping: range.upperBound - range.lowerBound).addingOne
    case .continuous(let range, _): range.lowerBound == range.upperBound ? 1 : nil
    case .named(let count): count
    }
  }

  /// Whether ratios of its values count rather than differences.
  private var isLogarithmic: Bool {
    switch values {
    case .whole(_, let isLogarithmic), .continuous(_, let isLogarithmic): isLogarithmic
    case .named: false
    }
  }

  /// The ends of its values.
  private var ends: (low: Double, high: Double) {
    switch values {
    case .whole(let range, _): (Double(range.lowerBound), Double(range.upperBound))
    case .continuous(let range, _): (range.lowerBound, range.upperBound)
    case .named(let count): (0, Double(count - 1))
    }
  }

  /// Returns the value at a place between 0 and 1.
  func value(at place: Double) -> Double {
    let (low, high) = ends
    let place = min(max(place, 0), 1)
    switch values {
    case .named(let count): return Double(min(Int(place * Double(count)), count - 1))
    case .whole where !isLogarithmic:
      // Each whole number has an equal share of the places.
      return min(low + Double(Int64(place * (high - low + 1))), high)
    case .whole:
      return Double(Int64(rounding: low * Elementary.exponential(place * ratio)))
    case .continuous:
      let exact =
        isLogarithmic
        ? low * Elementary.exponential(place * ratio) : low + place * (high - low)
      return min(max(exact.rounded(toDigits: Self.digits), low), high)
    }
  }

  /// Returns where a value lies between 0 and 1.
  func place(of value: Double) -> Double {
    let (low, high) = ends
    guard high > low else { return 0 }
    if case .named(let count) = values { return (value + 0.5) / Double(count) }
    if isLogarithmic { return Elementary.logarithm(max(value, low) / low) / ratio }
    if case .whole = values { return (value - low + 0.5) / (high - low + 1) }
    return (value - low) / (high - low)
  }

  private var ratio: Double { Elementary.logarithm(ends.high / ends.low) }

  /// Returns the values one step to either side of a value, as far as there are any; of named values, all others.
  func neighbours(of value: Double, step: Double) -> [Double] {
    let (low, high) = ends
    if case .named(let count) = values {
      return (0..<count).map(Double.init).filter { $0 != value }
    }
    let place = place(of: value)
    return [-step, step].map { change in
      let near = self.value(at: place + change)
      guard near == value, case .whole = values else { return near }
      return min(max(value + (change < 0 ? -1 : 1), low), high)
    }.filter { $0 != value }
  }

  /// Returns values near a value that are simpler to read and to remember.
  func simpler(than value: Double) -> [Double] {
    switch values {
    case .named: return (0..<Int(value)).map(Double.init)
    case .whole: return []
    case .continuous(let range, _):
      let digit = value.rounded(toDigits: 1)
      let unit = Double.powerOfTen(below: value)
      let round = [1, 2, 5, 10].map { $0 * unit }
      let near = round.min { abs($0 - value) < abs($1 - value) } ?? digit
      return [digit, near, value.rounded(toDigits: 2)].filter { range.contains($0) && $0 != value }
    }
  }

  /// Returns how much there is to read in a value: its significant digits, or the place of a named one.
  func complexity(of value: Double) -> Double {
    switch values {
    case .named: value
    case .whole: 0
    case .continuous:
      (1...Self.digits).first { value.rounded(toDigits: $0) == value }.map { digits in
        let first = value / Double.powerOfTen(below: value)
        return digits == 1 && [1, 2, 5].contains(first) ? 0.5 : Double(digits)
      } ?? Double(Self.digits + 1)
    }
  }

  /// Returns at most a number of values spread over the range, with a value itself among them.
  package func spread(_ count: Int, around value: Double) -> [Double] {
    let most = self.count ?? .max
    let count = most > count ? count - 1 : count
    let places = (0..<min(count, most)).map { index in
      most <= count ? (Double(index) + 0.5) / Double(most) : Double(index) / Double(count - 1)
    }
    return Set(places.map { self.value(at: $0) } + [value]).sorted()
  }
}

extension Double {
  /// The greatest power of ten that is not above it.
  fileprivate static func powerOfTen(below value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value.magnitude { power *= 10 }
    while power > value.magnitude, power > 1e-30 { power /= 10 }
    return power
  }

  fileprivate func rounded(toDigits digits: Int) -> Double {
    guard self != 0, isFinite, magnitude > 1e-30 else { return self }
    let unit = Self.powerOfTen(below: self)
    let scale = (1..<digits).reduce(1.0) { scale, _ in scale * 10 }
    // Dividing by a whole number keeps decimal fractions as they are written.
    let number = Double(Int64(rounding: magnitude / unit * scale))
    let size = unit >= scale ? number * (unit / scale) : number / (scale / unit)
    return self < 0 ? -size : size
  }
}

extension Int {
  fileprivate var addingOne: Int { self == .max ? .max : self + 1 }
}
