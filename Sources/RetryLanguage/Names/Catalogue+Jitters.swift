import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// The kinds of jitter.
  @Table static var jitters: [Callable] {
    jitter("none", "no jitter", .none)
    jitter("full", "draws the delay at random between zero and its full length", .full)
    jitter("equal", "draws the delay at random between half and its full length", .equal)
    Callable(
      "proportional", .one(.share), gives: .jitter, .backoff,
      "varies the delay at random by up to a percentage, up or down",
      example: shaken("proportional(20%)")
    ) { share throws(InvalidArgument) in
      try InvalidArgument.checkShare(share, "proportional", of: "the share")
      return .proportional(share)
    }
    Callable(
      "scaled", .one(.range(of: .double)), gives: .jitter, .backoff,
      "draws the delay at random between two multiples of it", example: shaken("scaled(1...2)")
    ) { multiples throws(InvalidArgument) in .scaled(try multiples.multiples("scaled")) }
    Callable(
      "additive", .one(.duration), gives: .jitter, .backoff,
      "adds a random time of at most this duration to the delay",
      example: shaken("additive(1s)")
    ) { span throws(InvalidArgument) in
      _ = try span.notNegative("additive", of: "the jitter")
      return .additive(span)
    }
  }

  /// Returns a kind of jitter without parameters.
  private static func jitter(_ name: String, _ summary: String, _ jitter: Jitter) -> Callable {
    Callable(
      name, gives: .jitter, .backoff, summary, example: shaken(name), isBare: true
    ) { jitter }
  }

  private static func shaken(_ jitter: String) -> String {
    "op(fails: 50%).retry(attempts: 4, backoff: exponential(100ms), jitter: \(jitter))"
  }
}

extension Ends {
  /// The multiples of a delay; throws if the range is open, or not one of numbers from zero.
  func multiples(_ name: String) throws(InvalidArgument) -> ClosedRange<Double> {
    guard isClosed, let low = Number(low)?.double, let high = Number(high)?.double, 0 <= low,
      low <= high, high.isFinite
    else { throw InvalidArgument(name, CallProblem.multiples(name, self)) }
    return low...high
  }
}
