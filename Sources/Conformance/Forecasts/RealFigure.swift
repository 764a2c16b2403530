import RetryNumerics

/// What is predicted of a client, and measured.
package enum RealFigure: String, CaseIterable, Hashable, Sendable {
  case success
  case attempts
  case mean
  case p50
  case p90
  case p99

  /// The number of calls from which it says something.
  var fewestCalls: Int {
    switch self {
    case .success, .attempts, .mean, .p50: 10
    case .p90: 30
    case .p99: 300
    }
  }

  package var meaning: String {
    switch self {
    case .success: "the share of calls that succeed"
    case .attempts: "the attempts per call"
    case .mean: "the mean duration of a call"
    case .p50: "the duration of half of the calls at most"
    case .p90: "the duration of 90% of the calls at most"
    case .p99: "the duration of 99% of the calls at most"
    }
  }

  package var isDuration: Bool { self != .success && self != .attempts }

  /// Its value for some calls; durations count in nanoseconds.
  func value(of calls: [EndedCall]) -> Double {
    let count = Double(max(calls.count, 1))
    switch self {
    case .success: return Double(calls.count { $0.isSuccess }) / count
    case .attempts: return Double(calls.reduce(0) { $0 + $1.attempts }) / count
    case .mean: return calls.reduce(0) { $0 + Double($1.duration.count) } / count
    case .p50: return Self.quantile(0.5, of: calls)
    case .p90: return Self.quantile(0.9, of: calls)
    case .p99: return Self.quantile(0.99, of: calls)
    }
  }

  private static func quantile(_ share: Double, of calls: [EndedCall]) -> Double {
    let sorted = calls.map(\.duration).sorted()
    guard !sorted.isEmpty else { return 0 }
    let place = min(Int(share * Double(sorted.count)), sorted.count - 1)
    return Double(sorted[place].count)
  }
}

/// A call that has ended, real or simulated.
struct EndedCall {
  let isSuccess: Bool
  let attempts: Int
  let duration: Nanoseconds
}
