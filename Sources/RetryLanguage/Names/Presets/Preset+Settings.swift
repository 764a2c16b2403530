import Retry
import RetryNumerics
import Simulation
import VirtualTime

// The settings of presets, checked, with words about their defaults.
//
// Each function has one type, since the compiler takes minutes to find the types of a dozen generic ones.

extension Preset {
  /// The attempts in all; `nil` without a limit, for which some numbers may stand, too.
  static func attempts(
    _ label: String, or other: Int? = nil, least: Int = 1, endless: ClosedRange<Int>? = nil,
    _ meaning: String = "the attempts in all"
  ) -> ParameterBinding<Int?> {
    ParameterBinding<AttemptLimit>.one(
      label, .attemptLimit, or: other.map { .attempts($0) } ?? .unlimited, isCount: true, meaning
    ).checked { limit throws(InvalidArgument) in
      guard case .attempts(let count) = limit, endless?.contains(count) != true else { return nil }
      return try count.atLeast(least, label)
    }
  }

  /// The attempts for a number of retries; `nil` without a limit, for which some numbers may stand, too.
  static func retries(
    _ label: String, or other: Int? = nil, least: Int = 0, endless: ClosedRange<Int>? = nil,
    _ meaning: String = "the retries after the first attempt"
  ) -> ParameterBinding<Int?> {
    attempts(label, or: other, least: least, endless: endless, meaning).checked { $0?.andFirst }
  }

  /// How often, where that depends on other settings.
  static func someCount(_ label: String, _ meaning: String) -> ParameterBinding<AttemptLimit?> {
    .optional(label, .attemptLimit, isCount: true, meaning)
  }

  /// A time, which may have to be within bounds of seconds.
  static func time(
    _ label: String, or other: Duration, within bounds: ClosedRange<Int64>? = nil, _ meaning: String
  ) -> ParameterBinding<Duration> {
    let other = Nanoseconds(other)
    return ParameterBinding<Nanoseconds>.one(label, .duration, or: other, meaning)
      .checked { time throws(InvalidArgument) in
        guard let bounds else { return try time.notNegative(label) }
        guard Nanoseconds.seconds(bounds.lowerBound) <= time,
          time <= Nanoseconds.seconds(bounds.upperBound)
        else { throw InvalidArgument(label, PresetProblem.bounds(label, time, bounds)) }
        return time.duration
      }
  }

  static func someTime(_ label: String, _ meaning: String) -> ParameterBinding<Duration?> {
    ParameterBinding<Nanoseconds?>.optional(label, .duration, meaning)
      .checked { time throws(InvalidArgument) in try time?.notNegative(label) }
  }

  /// A time that may be left out; zero leaves it out, too.
  static func limit(_ label: String, _ meaning: String) -> ParameterBinding<Duration?> {
    someTime(label, meaning + "; 0s for none").checked { $0 == .zero ? nil : $0 }
  }

  /// The first delay.
  static func first(_ label: String, or other: Duration) -> ParameterBinding<Duration> {
    time(label, or: other, "the first delay")
  }

  /// The longest delay.
  static func longest(_ label: String, or other: Duration) -> ParameterBinding<Duration> {
    time(label, or: other, "the longest delay")
  }

  static func longest(_ label: String) -> ParameterBinding<Duration?> {
    someTime(label, "the longest delay")
  }

  static func number(_ label: String, or other: Double, _ meaning: String) -> ParameterBinding<
    Double
  > {
    .one(label, .double, or: other, meaning)
  }

  /// A number that is not negative.
  static func amount(_ label: String, or other: Double, _ meaning: String) -> ParameterBinding<
    Double
  > {
    number(label, or: other, meaning).checked { number throws(InvalidArgument) in
      try number.notNegative(label)
    }
  }

  static func seconds(_ label: String, or other: Double, _ meaning: String) -> ParameterBinding<
    Duration
  > {
    number(label, or: other, meaning).checked { count throws(InvalidArgument) in
      try count.seconds(label)
    }
  }

  /// The factor of the delays, which is at least one.
  static func factor(
    _ label: String, or other: Double, _ meaning: String = "the factor of the delays"
  ) -> ParameterBinding<Double> {
    number(label, or: other, meaning).checked { factor throws(InvalidArgument) in
      try factor.factor(label)
    }
  }

  /// A number between zero and one.
  static func spread(
    _ label: String, or other: Double,
    _ meaning: String = "by which share a delay varies, up or down"
  ) -> ParameterBinding<Double> {
    number(label, or: other, meaning).checked { share throws(InvalidArgument) in
      try InvalidArgument.checkShare(share, label)
      return share
    }
  }

  /// A number between zero and one that may be left out.
  static func someSpread(_ label: String, _ meaning: String) -> ParameterBinding<Double?> {
    ParameterBinding<Double?>.optional(label, .double, meaning)
      .checked { share throws(InvalidArgument) in
        if let share { try InvalidArgument.checkShare(share, label) }
        return share
      }
  }

  static func whole(
    _ label: String, or other: Int, least: Int = .min, _ meaning: String
  ) -> ParameterBinding<Int> {
    ParameterBinding<Int>.one(label, .int, or: other, meaning)
      .checked { count throws(InvalidArgument) in try count.atLeast(least, label) }
  }

  static func share(_ label: String, or other: Double, _ meaning: String) -> ParameterBinding<
    Double
  > {
    ParameterBinding<Double>.one(label, .share, or: other, meaning)
      .checked { share throws(InvalidArgument) in try share.notNegative(label) }
  }

  /// A share that may be left out.
  static func someShare(_ label: String, _ meaning: String) -> ParameterBinding<Double?> {
    ParameterBinding<Double?>.optional(label, .share, meaning)
      .checked { share throws(InvalidArgument) in try share?.notNegative(label) }
  }

  static func rate(_ label: String, or other: Double, _ meaning: String) -> ParameterBinding<Double>
  {
    ParameterBinding<Double>.one(label, .rate, or: other, meaning)
      .checked { rate throws(InvalidArgument) in try rate.notNegative(label) }
  }

  /// Yes or no.
  static func flag(_ label: String, or other: Bool, _ meaning: String) -> ParameterBinding<Bool> {
    .one(label, .bool, or: other, meaning)
  }

  static func text(_ label: String, or other: String, _ meaning: String) -> ParameterBinding<String>
  {
    .one(label, .text, or: other, meaning)
  }

  /// Statuses of HTTP, none by default.
  static func codes(_ label: String, _ meaning: String) -> ParameterBinding<[Int]> {
    .one(label, .list(of: .int), or: [], meaning)
  }

  /// Times, none by default.
  static func times(_ label: String, _ meaning: String) -> ParameterBinding<[Duration]> {
    ParameterBinding<[Nanoseconds]>.one(label, .list(of: .duration), or: [], meaning)
      .checked { times throws(InvalidArgument) in
        var checked: [Duration] = []
        for time in times { checked.append(try time.notNegative(label)) }
        return checked
      }
  }

  static func delays(_ label: String, or other: Backoff, _ meaning: String) -> ParameterBinding<
    Backoff
  > {
    .one(label, .backoff, or: other, meaning)
  }

  /// Delays that may be left out.
  static func someBackoff(_ label: String, _ meaning: String) -> ParameterBinding<Backoff?> {
    .optional(label, .backoff, meaning)
  }

  static func word<Word: CaseIterable & RawRepresentable<String>>(
    _ label: String, or other: Word, _ meaning: String = "how the delays grow"
  ) -> ParameterBinding<Word> {
    .one(label, .word, or: other, meaning)
  }
}
