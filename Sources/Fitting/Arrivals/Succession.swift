import MeasuredData
import RetryNumerics

/// Whether durations are alike that follow each other.
enum Succession {
  private static let fewest = 100

  /// Returns the correlation of the logarithms of durations that follow each other, from -1 to 1; `nil` for few.
  static func correlation(_ requests: [Request], _ order: RequestOrder) -> Double? {
    let values = order.places.compactMap { place -> Double? in
      let request = requests[place]
      guard request.ending == .success, request.span.isExact, request.span.low > .zero else {
        return nil
      }
      return Elementary.logarithm(Double(request.span.low.count))
    }
    guard values.count >= fewest else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard squares > 1e-12 * Double(values.count) else { return nil }
    let products = zip(values, values.dropFirst()).reduce(0) {
      $0 + ($1.0 - mean) * ($1.1 - mean)
    }
    return products / squares
  }
}
