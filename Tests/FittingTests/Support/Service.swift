import MeasuredData
import RetryNumerics
import VirtualTime

/// A service that fails in known ways, and the requests that it got.
struct Service {
  var rate = 100.0
  /// The mean time from one burst to the next in seconds, and the mean length.
  var every = 10.0
  var length = 1.0
  var isRegular = false
  /// The share of failures in bursts, and between them.
  var fails = 0.9
  var besides = 0.01
  /// In seconds.
  var outages: [ClosedRange<Double>] = []

  func requests(_ count: Int, seed: UInt64) -> [Request] {
    var draws = Draws(
      DrawKey(seed: seed, name: "service"), call: 0, attempt: 0, purpose: .closure)
    func exponential(_ mean: Double) -> Double { mean * Distribution.exponential(draws.unit()) }
    func phase(_ isBad: Bool) -> Double {
      let mean = isBad ? length : every - length
      return isRegular ? mean : exponential(mean)
    }
    var (now, isBad) = (0.0, false)
    var end = phase(false)
    return (0..<count).map { _ in
      now += exponential(1 / rate)
      while now > end {
        isBad.toggle()
        end += phase(isBad)
      }
      let isOut = outages.contains { $0.contains(now) }
      let isFailure = draws.unit() < (isOut ? 1 : isBad ? fails : besides)
      return Request(
        start: Nanoseconds(rounding: now * 1e9),
        span: .exact(Nanoseconds(rounding: (20 + 10 * draws.unit()) * 1e6)),
        ending: isFailure ? .status(isOut ? 502 : 503) : .success)
    }
  }
}
