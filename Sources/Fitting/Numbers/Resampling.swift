import RetryNumerics
import VirtualTime

/// Random numbers for repeated samples; equal seeds give equal numbers.
struct Resampling {
  private let key: DrawKey

  init(seed: UInt64, _ name: String) {
    key = DrawKey(seed: PinnedDraw.proper(seed), name: name)
  }

  func draws(_ replicate: Int) -> Draws {
    Draws(key, call: UInt64(max(replicate, 0)), attempt: 0, purpose: .closure)
  }
}

extension RandomNumberGenerator {
  /// Draws a count with a Poisson distribution, or one with its mean and variance if it is large.
  mutating func poisson(_ mean: Double) -> Double {
    guard mean > 0 else { return 0 }
    guard mean < 50 else {
      let z = Elementary.normalQuantile(min(max(unit(), 1e-12), 1 - 1e-12))
      return max(0, (mean + z * Elementary.squareRoot(mean)).rounded())
    }
    var (count, term) = (0.0, Elementary.exponential(-mean))
    var rest = unit() - term
    while rest >= 0, count < 1000 {
      count += 1
      term *= mean / count
      rest -= term
    }
    return count
  }
}
