import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// The kinds of jitter.
  static let jitters: [Callable] =
    [
      word("none", .jitter, .none, .backoff, "no jitter", example: shaken("none"))
    ] + kinds.compactMap(\.value)

  /// The methods of back-offs that add a kind of jitter.
  static let shakings: [Callable] = kinds.map(\.method)

  @Table private static var kinds: [(value: Callable?, method: Callable)] {
    jitter("full", .nothing, "draws the delay at random between zero and its full length") { _ in
      .full
    }
    jitter("equal", .nothing, "draws the delay at random between half and its full length") { _ in
      .equal
    }
    jitter(
      "proportional", .one(.share), of: "20%",
      "varies the delay at random by up to a percentage, up or down", proportional)
    (
      value: Callable?.none,
      method: jitter(
        "proportional", .one(.double), of: "0.2",
        "varies the delay at random by up to a share from 0 to 1, as in Swift", proportional
      ).method
    )
    jitter(
      "scaled", .one(.range(of: .double)), of: "1...2",
      "draws the delay at random between two multiples of it"
    ) { multiples throws(InvalidArgument) in .scaled(try multiples.multiples("scaled")) }
    jitter(
      "additive", .one(.duration), of: "1s",
      "adds a random time of at most this duration to the delay"
    ) { span throws(InvalidArgument) in
      _ = try span.notNegative("additive", of: "the jitter")
      return .additive(span)
    }
  }

  private static func proportional(_ share: Double) throws(InvalidArgument) -> Jitter {
    try InvalidArgument.checkShare(share, "proportional", of: "the share")
    return .proportional(share)
  }

  /// Returns a kind of jitter as a value, and as a method of back-offs.
  private static func jitter<Given>(
    _ name: String, _ given: ParameterBinding<Given>, of text: String? = nil, _ summary: String,
    _ make: @escaping @Sendable (Given) throws(InvalidArgument) -> Jitter
  ) -> (value: Callable?, method: Callable) {
    (
      Callable(
        name, given, gives: .jitter, .backoff, summary,
        example: shaken(text.map { "\(name)(\($0))" } ?? name), isBare: text == nil, make),
      Callable(
        "\(name)Jitter", on: .backoff, given, gives: .backoff, .backoff, summary,
        example: waiting("exponential(100ms).\(name)Jitter(\(text ?? ""))")
      ) { backoff, given throws(InvalidArgument) in try make(given).shaping(backoff) }
    )
  }

  private static func shaken(_ jitter: String) -> String {
    waiting("exponential(100ms), jitter: \(jitter)")
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
