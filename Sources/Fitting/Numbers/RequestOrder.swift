import MeasuredData
import RetryNumerics

/// The requests that have a time, in the order of their times.
struct RequestOrder {
  /// Where each is in what was ordered.
  let places: [Int]
  /// Seconds since the first one.
  let times: [Double]

  private struct Start {
    let time: Int64
    let place: Int
  }

  init(_ requests: [Request]) {
    var starts: [Start] = []
    starts.reserveCapacity(requests.count)
    for place in requests.indices {
      if let start = requests[place].start { starts.append(Start(time: start.count, place: place)) }
    }
    // Requests of the same moment stay as they are.
    starts.sort { ($0.time, $0.place) < ($1.time, $1.place) }
    let first = starts.first?.time ?? 0
    places = starts.map(\.place)
    times = starts.map { Double($0.time - first) / 1e9 }
  }
}
