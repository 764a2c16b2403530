import RetryNumerics
import VirtualTime

extension Finding {
  /// The time within which retries count as one herd.
  private static let window = Nanoseconds(50_000_000)
  private static let fewestRetries = 20
  private static let fewestCalls = 10
  /// As many calls may meet by chance where they come one after the other.
  private static let fewestTogether = 4
  /// How often the plan is drawn instead.
  private static let repetitions = 200

  /// Judges whether retries of different calls come closer together than the plan brings them; `nil` if few run beside
  /// each other.
  init?(herdOf delays: [ReadDelay]) {
    guard delays.count >= Self.fewestRetries, Set(delays.map(\.call)).count >= Self.fewestCalls
    else { return nil }
    let observed = Self.peak(delays.map { $0.failure + $0.delay })
    guard observed > Self.fewestTogether else { return nil }
    let key = DrawKey(seed: 0, name: "planned herds")
    let peaks = (0..<Self.repetitions).map { repetition in
      var draws = Draws(key, call: UInt64(repetition), attempt: 1, purpose: .jitter)
      return Self.peak(
        delays.map { read in
          let place = min(Int(draws.unit() * Double(read.some.count)), read.some.count - 1)
          return read.failure + read.some[place]
        })
    }
    let most = peaks.max() ?? observed
    let words = "\(observed) of \(delays.count) retries began within \(Self.window.brief)"
    let isHerd = observed > most + 2 + most / 10
    self.init(
      .herd, isHerd ? .failed : .passed, count: delays.count,
      [Reason(isHerd ? "\(words), with the delays of the plan \(most) at most" : words)])
  }

  /// The most times that lie within the window.
  private static func peak(_ times: [Nanoseconds]) -> Int {
    let times = times.sorted()
    var (first, most) = (0, 0)
    for (last, time) in times.enumerated() {
      while times[first] + window < time { first += 1 }
      most = max(most, last - first + 1)
    }
    return most
  }
}
