import RetryLanguage
import RetryNumerics
import Simulation

extension RuntimeValue {
  /// The number of steps in a range of durations or shares.
  private static let steps = 8

  /// The values of a list or a range.
  var elements: [RuntimeValue] {
    switch self {
    case .list(let items): items
    case .range(let ends): Self.values(of: ends)
    default: []
    }
  }

  private static func values(of ends: Ends) -> [RuntimeValue] {
    switch (ends.low, ends.high) {
    case (.int(let low), .int(let high)): numbers(from: low, to: high, isClosed: ends.isClosed)
    case (.duration(let low), .duration(let high)):
      (0...steps).map { step in
        let share = Double(step) / Double(steps)
        return .value(.duration(low + Nanoseconds(rounding: Double((high - low).count) * share)))
      }
    case (.double(let low), .double(let high)):
      (0...steps).map { .value(.double(low + (high - low) * Double($0) / Double(steps))) }
    default: []
    }
  }

  /// The integers of a range; empty if there are too many for a sweep.
  private static func numbers(from low: Int64, to high: Int64, isClosed: Bool) -> [RuntimeValue] {
    let (length, isOver) = high.subtractingReportingOverflow(low)
    guard low <= high, !isOver, length <= 10_000 else { return [] }
    return (0..<(isClosed ? length + 1 : length)).map { .value(.int(low + $0)) }
  }
}
