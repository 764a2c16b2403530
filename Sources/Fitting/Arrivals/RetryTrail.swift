package import MeasuredData
package import RetryNumerics

/// The retries that a log has, as far as they can be told from other requests.
package struct RetryTrail: Hashable, Sendable {
  /// How retries were told.
  package enum Evidence: Hashable, Sendable {
    case numbers
    /// The same key again, and more often after a failure than after a success.
    case keys
    case none
  }

  package let evidence: Evidence
  /// How many requests were first attempts, second ones, and so on.
  package let counts: [Int]
  /// The middle of the gaps before each retry, from the end of the failure.
  package let gaps: [Nanoseconds]
  /// Whether each request of the log is a retry.
  let isRetry: [Bool]

  private static let mostAttempts = 20

  /// The share of requests that are retries.
  package var share: Double {
    let all = counts.reduce(0, +)
    return all == 0 ? 0 : Double(all - (counts.first ?? 0)) / Double(all)
  }
}

extension RetryTrail {
  package init(_ requests: [Request]) { self.init(requests, RequestOrder(requests)) }

  init(_ requests: [Request], _ order: RequestOrder) {
    let hasNumbers = requests.contains { $0.attempt ?? 0 > 1 }
    let pairs = hasNumbers ? [] : Self.followers(requests, order)
    let limit = Self.limit(pairs, requests)
    var attempts = [Int](repeating: 1, count: requests.count)
    var found: [[Nanoseconds]] = []
    for pair in pairs where limit.map({ pair.gap <= $0 }) ?? false {
      guard pair.isAfterFailure else { continue }
      attempts[pair.later] = min(attempts[pair.earlier] + 1, Self.mostAttempts)
      let place = attempts[pair.later] - 2
      while found.count <= place { found.append([]) }
      found[place].append(pair.gap)
    }
    if hasNumbers {
      for (index, request) in requests.enumerated() {
        attempts[index] = min(max(Int(request.attempt ?? 1), 1), Self.mostAttempts)
      }
    }
    evidence = hasNumbers ? .numbers : limit != nil ? .keys : .none
    var counts: [Int] = []
    for attempt in attempts {
      while counts.count < attempt { counts.append(0) }
      counts[attempt - 1] += 1
    }
    self.counts = counts
    gaps = found.map { $0.isEmpty ? .zero : $0.sorted()[$0.count / 2] }
    isRetry = attempts.map { $0 > 1 }
  }

  /// Two requests with the same key, of which no other lies between.
  private struct Pair {
    let earlier: Int
    let later: Int
    let isAfterFailure: Bool
    /// From the end of the first to the start of the second.
    let gap: Nanoseconds
  }

  private static func followers(_ requests: [Request], _ order: RequestOrder) -> [Pair] {
    var last: [UInt64: Int] = [:]
    var pairs: [Pair] = []
    let begin = { (index: Int) -> Nanoseconds in requests[index].start ?? .zero }
    for index in order.places {
      guard let key = requests[index].key else { continue }
      if let earlier = last.updateValue(index, forKey: key) {
        let gap = begin(index) - (begin(earlier) + requests[earlier].span.low)
        // A little overlap comes from times that are not exact.
        if gap >= Nanoseconds(-1_000_000_000) {
          pairs.append(
            Pair(
              earlier: earlier, later: index,
              isAfterFailure: requests[earlier].ending.isOfService, gap: max(gap, .zero)))
        }
      }
    }
    return pairs
  }

  /// Gaps that retries may have, the longest first.
  private static let limits: [Nanoseconds] = [
    60_000, 30_000, 10_000, 5000, 2000, 1000, 500, 200, 100,
  ]
  .map { Nanoseconds($0 * 1_000_000) }
  /// Fewer may be chance.
  private static let fewest = 5
  /// How much more often a key must come again after a failure than after a success.
  private static let contrast = 3.0

  /// Returns the longest gap within which keys come again because of failures; `nil` if failures make no difference.
  private static func limit(_ pairs: [Pair], _ requests: [Request]) -> Nanoseconds? {
    let keyed = requests.count { $0.key != nil && $0.start != nil }
    let failures = requests.count {
      $0.key != nil && $0.start != nil && $0.ending.isOfService
    }
    // Keys that hardly ever come again are of single calls.
    let isSingle = pairs.count * 20 < keyed
    if failures == 0 || isSingle { return keyed == 0 ? nil : limits.first }
    let successes = Double(max(keyed - failures, 1))
    return limits.first { limit in
      var (again, other) = (0, 0)
      for pair in pairs where pair.gap <= limit {
        if pair.isAfterFailure { again += 1 } else { other += 1 }
      }
      let (share, usual) = (Double(again) / Double(failures), Double(other) / successes)
      return again >= fewest && share >= contrast * usual
    }
  }
}
