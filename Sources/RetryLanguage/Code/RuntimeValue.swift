package import Retry
package import RetryNumerics
package import Simulation
package import VirtualTime

/// The value of an expression.
package enum RuntimeValue: Sendable {
  /// A plain value; percentages and rates are numbers.
  case value(Value)
  indirect case rateProfile(RateProfile)
  case source(Source)
  indirect case setting(GivenSetting)
  indirect case pattern(FaultPattern)
  indirect case outcome(ScriptedAnswer)
  indirect case latency(Distribution)
  indirect case faults(Faults)
  indirect case outages(Outages)
  indirect case resource(Resource)
  indirect case cache(SharedCache)
  indirect case guarding(Guard)
  case service(ServiceTime)
  indirect case load(Load)
  indirect case backoff(Backoff)
  case attemptLimit(AttemptLimit)
  indirect case hintRule(HintRule?)
  indirect case policy(RetryStrategy)
  case attempt(Attempt)
  indirect case run(RunRecord)
  indirect case measured(MeasuredRecord)
  indirect case range(Ends)
  case list([RuntimeValue])
  case dictionary([(key: RuntimeValue, value: RuntimeValue)])
  indirect case function(Function)
  indirect case template(Template)
}

/// The two ends of a range.
package struct Ends: Sendable {
  package let low: Value
  package let high: Value
  package let isClosed: Bool
}

/// A limit on the number of attempts.
package enum AttemptLimit: Hashable, Sendable {
  case unlimited
  case attempts(Int)
}

/// A kind of jitter.
package enum Jitter: Hashable, Sendable {
  case none
  case full
  case equal
  case proportional(Double)
  case scaled(ClosedRange<Double>)
  case additive(Nanoseconds)

  /// Returns a back-off with this jitter as its last step.
  package func shaping(_ backoff: Backoff) -> Backoff {
    switch self {
    case .none: backoff
    case .full: backoff.fullJitter()
    case .equal: backoff.equalJitter()
    case .proportional(let share): backoff.proportionalJitter(share)
    case .scaled(let multiples): backoff.scaledJitter(multiples)
    case .additive(let span): backoff.additiveJitter(span.duration)
    }
  }
}

extension RuntimeValue {
  /// The unit value.
  package static let unit = RuntimeValue.value(.unit)

  /// The plain value, if this is one.
  package var plain: Value? {
    switch self {
    case .value(let value): return value
    case .list(let items):
      let values = items.compactMap(\.plain)
      return values.count == items.count ? .list(values) : nil
    default: return nil
    }
  }

  /// The number, if this is one.
  package var number: Double? {
    switch plain {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The source, or the source of a result.
  package var source: Source? {
    switch self {
    case .source(let source): source
    case .run(let record): record.source
    case .measured(let record): record.source
    default: nil
    }
  }

  /// The load, or the load of a result.
  package var load: Load? {
    switch self {
    case .load(let load): load
    case .run(let record): record.load
    case .measured(let record): record.load
    default: nil
    }
  }

  /// The duration, if this is one.
  package var span: Nanoseconds? {
    if case .duration(let span) = plain { span } else { nil }
  }

  /// The answer of a script that a source or an error stands for.
  var asOutcome: RuntimeValue {
    switch self {
    case .source(let source): .outcome(ScriptedAnswer(.source(source)))
    case .value(.fault(let fault)): .outcome(ScriptedAnswer(.fault(fault)))
    default: self
    }
  }
}
