public import Retry
import RetryNumerics

extension Backoff: PolicyPart {
  /// What the backoff is as JSON; one that no program can create is refused.
  public static var form: PartForm<Backoff> {
    PartForm(Key<Schedule>("schedule"), Key("steps", omittedAs: [Step]())) {
      guard $0.isSound, $1.allSatisfy(\.isSound) else {
        throw Refusal(
          key: "schedule",
          words:
            "the backoff has a negative time, a factor below one, a share beyond one, or no delays")
      }
      return Backoff($0, $1)
    } values: {
      ($0.schedule, $0.steps)
    }
  }
}

extension Backoff.Part: PolicyPart {
  @usableFromInline
  package static var form: PartForm<Backoff.Part> {
    // The largest number means that it never ends.
    PartForm(
      Key<Backoff.Schedule>("schedule"), Key("steps", omittedAs: [Backoff.Step]()),
      Key("count", omittedAs: Int.max)
    ) {
      Backoff.Part(schedule: $0, steps: $1, count: $2)
    } values: {
      ($0.schedule, $0.steps, $0.count)
    }
  }
}

extension Backoff.Schedule: PolicyPart {
  @usableFromInline
  package static var form: PartForm<Backoff.Schedule> {
    PartForm("a backoff", fixed + random + composed)
  }

  /// The schedules whose delays are known before the call.
  private static var fixed: [Case<Backoff.Schedule>] {
    [
      Case("none", .none),
      Case(
        "constant", as: Self.constant,
        of: { if case .constant(let delay) = $0 { delay } else { nil } }),
      Case(
        "linear", Key("increment"), Key("initial"), as: Self.linear,
        of: {
          if case .linear(let increment, let initial) = $0 { (increment, initial) } else { nil }
        }),
      Case(
        "exponential", Key("factor", or: 2.0), Key("initial"), as: Self.exponential,
        of: {
          if case .exponential(let factor, let initial) = $0 { (factor, initial) } else { nil }
        }),
      Case(
        "fibonacci", Key("initial"), as: Self.fibonacci,
        of: { if case .fibonacci(let initial) = $0 { initial } else { nil } }),
      Case("delays", as: Self.delays, of: { if case .delays(let list) = $0 { list } else { nil } }),
    ]
  }

  /// The schedules that draw.
  private static var random: [Case<Backoff.Schedule>] {
    [
      Case(
        "decorrelated", Key("base"), Key("factor", or: 3.0), as: Self.decorrelated,
        of: { if case .decorrelated(let base, let factor) = $0 { (base, factor) } else { nil } }),
      Case(
        "ratcheting", Key("base"), Key("factor", or: 3.0), Key("maximum"), as: Self.ratcheting,
        of: {
          if case .ratcheting(let base, let factor, let maximum) = $0 {
            (base, factor, maximum)
          } else {
            nil
          }
        }),
      Case(
        "smoothed", Key("factor", or: 2.0), Key("initial"), as: Self.smoothed,
        of: { if case .smoothed(let factor, let initial) = $0 { (factor, initial) } else { nil } }),
    ]
  }

  /// The schedules that are made of others.
  private static var composed: [Case<Backoff.Schedule>] {
    [
      Case(
        "joined", as: Self.joined, of: { if case .joined(let parts) = $0 { parts } else { nil } }),
      Case(
        "caused", Key("by"), Key("delays"), Key("otherwise"), as: Self.caused,
        of: {
          if case .caused(let cause, let delays, let usual) = $0 {
            (cause, delays, usual)
          } else {
            nil
          }
        }),
    ]
  }
}

extension Backoff.Step: PolicyPart {
  @usableFromInline
  package static var form: PartForm<Backoff.Step> {
    PartForm(
      "a step",
      [
        Case("fullJitter", .fullJitter), Case("equalJitter", .equalJitter),
        Case(
          "maximum", as: Self.maximum,
          of: { if case .maximum(let bound) = $0 { bound } else { nil } }),
        Case(
          "minimum", as: Self.minimum,
          of: { if case .minimum(let bound) = $0 { bound } else { nil } }),
        Case(
          "proportionalJitter", as: Self.proportionalJitter,
          of: { if case .proportionalJitter(let share) = $0 { share } else { nil } }),
        Case(
          "scaledJitter", Key("low"), Key("high"), as: Self.scaledJitter,
          of: { if case .scaledJitter(let low, let high) = $0 { (low, high) } else { nil } }),
        Case(
          "additiveJitter", as: Self.additiveJitter,
          of: { if case .additiveJitter(let extra) = $0 { extra } else { nil } }),
        Case(
          "wholeJitter", as: Self.wholeJitter,
          of: { if case .wholeJitter(let unit) = $0 { unit } else { nil } }),
        Case(
          "truncated", as: Self.truncated,
          of: { if case .truncated(let unit) = $0 { unit } else { nil } }),
        Case(
          "rounded", as: Self.rounded, of: { if case .rounded(let unit) = $0 { unit } else { nil } }
        ),
      ])
  }
}

extension Backoff.Schedule {
  fileprivate var isSound: Bool {
    switch self {
    case .none, .computed: true
    case .constant(let delay), .fibonacci(let delay): delay >= .zero
    case .linear(let increment, let initial): increment >= .zero && initial >= .zero
    case .exponential(let factor, let initial): factor >= 1 && initial >= .zero
    case .decorrelated(let base, let factor): factor >= 1 && base >= .zero
    case .ratcheting(let base, let factor, let maximum):
      factor >= 1 && base >= .zero && maximum >= .zero
    case .smoothed(let factor, let initial): factor >= 1 && initial >= .zero
    case .delays(let list): !list.isEmpty && list.allSatisfy { $0 >= .zero }
    case .joined(let parts):
      !parts.isEmpty
        && parts.allSatisfy(\.isSound)
    case .caused(let cause, let delays, let usual):
      cause != .transient && delays.isSound && usual.isSound
    }
  }
}

extension Backoff.Part {
  fileprivate var isSound: Bool { count >= 0 && schedule.isSound && steps.allSatisfy(\.isSound) }
}

extension Backoff.Step {
  fileprivate var isSound: Bool {
    switch self {
    case .maximum(let bound), .minimum(let bound), .additiveJitter(let bound): bound >= .zero
    case .fullJitter, .equalJitter: true
    case .proportionalJitter(let share): (0...1).contains(share)
    case .scaledJitter(let low, let high): 0 <= low && low <= high && high.isFinite
    case .wholeJitter(let unit), .truncated(let unit), .rounded(let unit): unit > .zero
    }
  }
}
