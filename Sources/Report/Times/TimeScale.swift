package import RetryNumerics
import TextLayout

/// The format of all times of a trace: a unit and a number of decimals.
///
/// Times are exact if up to three decimals suffice. Otherwise they have enough decimals to
/// distinguish the times that three decimals distinguish, and at most four digits for the longest
/// time; three digits are enough for a whole number, as in 104 ms.
package struct TimeScale: Hashable, Sendable {
  package let unit: TimeUnit
  package let decimals: Int

  /// Creates the scale of a trace from its duration and the times to show, in order.
  package init(length: Nanoseconds, times: [Nanoseconds]) {
    let times = times.filter { $0 != .never }
    let unit = TimeUnit.fitting(length == .never ? times.last ?? .zero : length, with: times)
    self.unit = unit
    let most = TimeScale.mostDecimals(of: unit)
    let changes = TimeScale.changes(times, TimeScale.step(unit, most))
    let digits = String(length.count / unit.size).count
    decimals =
      (0...most).first { decimals in
        let step = TimeScale.step(unit, decimals)
        let isExact = times.allSatisfy { $0.count.isMultiple(of: step) }
        let isFine = digits + decimals >= (decimals == 0 ? 3 : 4)
        return isExact || (isFine && TimeScale.changes(times, step) == changes)
      } ?? most
  }

  private static func mostDecimals(of unit: TimeUnit) -> Int {
    unit == .nanoseconds ? 0 : 3
  }

  /// The nanoseconds of the last digit shown.
  private static func step(_ unit: TimeUnit, _ decimals: Int) -> Int64 {
    unit.size / [1, 10, 100, 1000][decimals]
  }

  /// Returns how many times look different from the previous one.
  private static func changes(_ times: [Nanoseconds], _ step: Int64) -> Int {
    zip(times, times.dropFirst()).count { $0.rounded(to: step) != $1.rounded(to: step) }
  }
}

extension TimeScale {
  /// Returns a time as shown in a column, such as `104ms`.
  package func text(_ time: Nanoseconds) -> String {
    time == .never ? "never" : number(time) + unit.rawValue
  }

  /// Returns a time without its unit; zero has no decimals here.
  package func label(_ time: Nanoseconds) -> String {
    time == .never ? "never" : time == .zero ? "0" : number(time)
  }

  private func number(_ time: Nanoseconds) -> String {
    time.decimal(in: unit, decimals: decimals)
  }

  /// Returns a span in a suitable unit, rounded like times but to at least two digits.
  package func span(_ span: Nanoseconds) -> String {
    guard span != .never else { return "never" }
    var step = TimeScale.step(unit, decimals)
    while step > 1, span.count / step < 10, !span.count.isMultiple(of: step) {
      step = max(1, step / 10)
    }
    return span.rounded(to: step).plainText
  }
}

extension Nanoseconds {
  private func steps(of size: Int64) -> Int64 {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: size)
    return whole + (rest > 0 && rest >= size - rest ? 1 : 0)
  }

  func rounded(to step: Int64) -> Nanoseconds {
    Nanoseconds(steps(of: step)) * step
  }

  func decimal(in unit: TimeUnit, decimals: Int) -> String {
    let power = Int64([1, 10, 100, 1000][decimals])
    let (whole, rest) = steps(of: unit.size / power).quotientAndRemainder(dividingBy: power)
    // A leading one keeps the zeros after the decimal point.
    return decimals == 0 ? "\(whole)" : "\(whole)." + "\(power + rest)".dropFirst()
  }

  /// The exact time in a suitable unit.
  var plainText: String {
    guard self != .zero else { return "0ms" }
    let unit = TimeUnit.fitting(self)
    return unit.size > TimeUnit.seconds.size ? "\(count / unit.size)\(unit.rawValue)" : description
  }
}
