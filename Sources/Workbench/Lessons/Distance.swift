import RetryLanguage
import RetryNumerics
import Simulation

/// The distance between two figures.
struct Distance {
  /// Whether the first figure is higher.
  let isAbove: Bool
  /// The distance in the unit of the figures.
  let text: String

  /// Computes the distance between two figures; fails if they are not numbers, or if one is never reached.
  init?(_ figure: RuntimeValue, from other: RuntimeValue, _ type: Type) {
    if case .value(.duration(let left)) = figure, case .value(.duration(let right)) = other {
      guard left != .never, right != .never else { return nil }
      isAbove = left > right
      guard left < .never, right < .never else { return nil }
      let (low, high) = (min(left, right), max(left, right))
      text = (high - low).brief
      return
    }
    guard let left = figure.number, let right = other.number else { return nil }
    isAbove = left > right
    let gap = (left - right).magnitude
    text = type == .share ? "\(Self.rounded(gap * 100)) points" : Self.rounded(gap)
  }

  /// Returns a number with its significant digits.
  private static func rounded(_ number: Double) -> String {
    guard number <= 1e12 else { return "\(number)" }
    let parts: Double = number >= 100 ? 1 : number >= 10 ? 10 : number >= 0.1 ? 100 : 10_000
    let whole = Double(Int64(rounding: number * parts)) / parts
    return Int64(exactly: whole).map { String($0) } ?? "\(whole)"
  }
}
