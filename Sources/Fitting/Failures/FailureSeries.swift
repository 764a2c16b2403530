package import MeasuredData
import RetryNumerics

/// Requests in the order in which they began, of which only this matters: when, and whether the service failed.
package struct FailureSeries: Hashable, Sendable {
  /// Seconds since the first one.
  package internal(set) var times: [Double] = []
  package internal(set) var fails: [Bool] = []
  /// Where each request is in what the series was made of.
  package internal(set) var places: [Int] = []

  /// Creates the series of the requests that have a time.
  package init(_ requests: [Request]) { self.init(requests, RequestOrder(requests)) }

  init(_ requests: [Request], _ order: RequestOrder) {
    places = order.places
    times = order.times
    fails = places.map { requests[$0].ending.isOfService }
  }

  package var count: Int { times.count }
  package var failures: Int { fails.reduce(0) { $0 + ($1 ? 1 : 0) } }
  package var length: Double { times.last ?? 0 }

  var share: Double { count == 0 ? 0 : Double(failures) / Double(count) }

  /// Returns the series without spans of time.
  func without(_ spans: [ClosedRange<Double>]) -> FailureSeries {
    guard !spans.isEmpty else { return self }
    var rest = self
    let kept = times.indices.filter { index in !spans.contains { $0.contains(times[index]) } }
    rest.times = kept.map { times[$0] }
    rest.fails = kept.map { fails[$0] }
    rest.places = kept.map { places[$0] }
    return rest
  }
}
