package import MeasuredData
import RetryNumerics

/// A limit that shows in a log: in each second with refusals, about as many requests are accepted.
package struct RateLimitSign: Hashable, Sendable {
  /// The accepted requests per second.
  package let rate: Double
  /// The seconds in which requests were refused.
  package let seconds: Int
}

extension RateLimitSign {
  private static let fewest = 5
  /// How much the accepted requests may vary, over their mean.
  private static let variation = 0.2
  private static let second: Int64 = 1_000_000_000

  /// Finds a limit by the answers with status 429; `nil` if they follow no rate.
  package init?(_ requests: [Request]) {
    var counts: [Int64: (accepted: Double, refused: Double)] = [:]
    for request in requests {
      guard let start = request.start else { continue }
      let isRefused = request.ending == .status(429)
      let place = start.count / Self.second
      counts[place, default: (0, 0)].accepted += isRefused ? 0 : 1
      counts[place, default: (0, 0)].refused += isRefused ? 1 : 0
    }
    let full = counts.values.filter { $0.refused > 0 }.map(\.accepted)
    guard full.count >= Self.fewest else { return nil }
    let mean = full.reduce(0, +) / Double(full.count)
    let square = full.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(full.count)
    // A few requests per second vary as much without any limit.
    guard mean >= 5, Elementary.squareRoot(square) < Self.variation * mean else { return nil }
    let free = counts.values.filter { $0.refused == 0 }.map(\.accepted)
    let above = free.count { $0 > mean * (1 + Self.variation) }
    // With a limit, no second without refusals has more, and most have fewer requests than those with some.
    guard above * 20 <= free.count, Double(free.count { $0 < mean }) >= 0.5 * Double(free.count)
    else { return nil }
    (rate, seconds) = (mean, full.count)
  }
}
