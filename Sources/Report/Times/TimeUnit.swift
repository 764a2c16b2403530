package import RetryNumerics

/// A unit in which times are shown.
package enum TimeUnit: String, CaseIterable, Sendable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "m"
  case hours = "h"

  /// The nanoseconds in the unit.
  package var size: Int64 {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1000
    case .milliseconds: 1_000_000
    case .seconds: 1_000_000_000
    case .minutes: 60_000_000_000
    case .hours: 3_600_000_000_000
    }
  }

  /// Returns the unit for a time and others shown with it.
  ///
  /// It is the longest unit that the time reaches. Minutes and hours, whose decimals are hard to
  /// read, are used only if all times are whole numbers of them.
  package static func fitting(_ span: Nanoseconds, with others: [Nanoseconds] = []) -> TimeUnit {
    if span == .zero { return .milliseconds }
    return allCases.last { unit in
      guard span.count >= unit.size else { return false }
      return unit.size <= seconds.size || unit.measures([span] + others)
    } ?? .nanoseconds
  }

  private func measures(_ spans: [Nanoseconds]) -> Bool {
    spans.allSatisfy { $0.count.isMultiple(of: size) }
  }
}
