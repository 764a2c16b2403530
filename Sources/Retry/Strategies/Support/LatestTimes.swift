import RetryNumerics

/// The latest of some times, up to a number of them.
struct LatestTimes: Sendable {
  let limit: Int
  /// The times; the oldest is at `next` once there are enough.
  private var times: [Nanoseconds] = []
  /// The place of the oldest.
  private var next = 0

  /// Creates an empty list for a number of times, of at least one.
  init(limit: Int) { self.limit = max(limit, 1) }

  /// The oldest time, if there are as many as are kept.
  var oldest: Nanoseconds? { times.count < limit ? nil : times[next] }

  /// Adds a time in place of the oldest.
  mutating func add(_ time: Nanoseconds) {
    if times.count < limit {
      times.append(time)
    } else {
      times[next] = time
      next = (next + 1) % limit
    }
  }

  /// Adds the times of another list, the oldest first.
  mutating func take(_ other: LatestTimes) {
    let oldest = other.times.count < other.limit ? 0 : other.next
    for offset in other.times.indices {
      add(other.times[(oldest + offset) % other.times.count])
    }
  }

  mutating func clear() { (times, next) = ([], 0) }
}
