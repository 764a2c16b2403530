import Retry
import RetryNumerics
import Simulation
import VirtualTime

// The kinds of operations, strategies, loads and their parts.

extension SwiftType where Wanted == FaultPattern {
  static let pattern = SwiftType(
    .pattern, { if case .pattern(let pattern) = $0 { pattern } else { nil } }, RuntimeValue.pattern)
}

extension SwiftType where Wanted == [FaultPattern] {
  static let patterns = list(of: .pattern)
}

extension SwiftType where Wanted == ScriptedAnswer {
  static let outcome = SwiftType(
    .outcome, { if case .outcome(let answer) = $0.asOutcome { answer } else { nil } },
    RuntimeValue.outcome)
}

extension SwiftType where Wanted == Distribution {
  static let latency = SwiftType(
    .latency, { if case .latency(let latency) = $0 { latency } else { nil } }, RuntimeValue.latency)
}

extension SwiftType where Wanted == Faults {
  static let faults = SwiftType(
    .faults, { if case .faults(let faults) = $0 { faults } else { nil } }, RuntimeValue.faults)
}

extension SwiftType where Wanted == Outages {
  static let outages = SwiftType(
    .outages, { if case .outages(let outages) = $0 { outages } else { nil } }, RuntimeValue.outages)
}

extension SwiftType where Wanted == Attempt {
  static let attempt = SwiftType(
    .attempt, { if case .attempt(let attempt) = $0 { attempt } else { nil } }, RuntimeValue.attempt,
    work: { code in
      if case .attempt(let work) = code { return work }
      return code.wanted(.attempt) { if case .attempt(let attempt) = $0 { attempt } else { nil } }
    }, code: CompiledExpression.attempt)
}

extension SwiftType where Wanted == Resource {
  static let resource = SwiftType(
    .resource, { if case .resource(let resource) = $0 { resource } else { nil } },
    RuntimeValue.resource)
}

extension SwiftType where Wanted == SharedCache {
  static let cache = SwiftType(
    .cache, { if case .cache(let cache) = $0 { cache } else { nil } }, RuntimeValue.cache)
}

extension SwiftType where Wanted == Guard {
  /// A strategy that decides whether a call may go on, of one sort.
  static func guarding(_ sort: Guard.Sort) -> SwiftType {
    SwiftType(
      .guarding(sort),
      { if case .guarding(let guarding) = $0, guarding.sort == sort { guarding } else { nil } },
      RuntimeValue.guarding)
  }
}

/// A service time as the language gives it.
enum GivenService: Sendable {
  case drawn(Distribution)
  case computed(ServiceTime)
}

extension SwiftType where Wanted == GivenService {
  static let service = SwiftType(
    .service,
    { item in
      switch item {
      case .latency(let latency): .drawn(latency)
      case .service(let time): .computed(time)
      default: nil
      }
    },
    { given in
      switch given {
      case .drawn(let latency): .latency(latency)
      case .computed(let time): .service(time)
      }
    })
}

extension SwiftType where Wanted == RateProfile {
  static let rateProfile = SwiftType(
    .rateProfile, { if case .rateProfile(let profile) = $0 { profile } else { nil } },
    RuntimeValue.rateProfile)
}

extension SwiftType where Wanted == Load {
  static let load = SwiftType(
    .load, { if case .load(let load) = $0 { load } else { nil } }, RuntimeValue.load)
}

extension SwiftType where Wanted == [(name: String, Load)] {
  static let loads = SwiftType(
    .dictionary(.text, .load),
    { item in
      guard case .dictionary(let entries) = item else { return nil }
      let loads = entries.compactMap { entry -> (name: String, Load)? in
        guard let name = SwiftType<String>.text.read(entry.key),
          let load = SwiftType<Load>.load.read(entry.value)
        else { return nil }
        return (name, load)
      }
      return loads.count == entries.count ? loads : nil
    }, { .dictionary($0.map { (.value(.text($0.name)), .load($0.1)) }) })
}

extension SwiftType where Wanted == Backoff {
  static let backoff = SwiftType(
    .backoff, { if case .backoff(let backoff) = $0 { backoff } else { nil } }, RuntimeValue.backoff)
}

extension SwiftType where Wanted == AttemptLimit {
  static let attemptLimit = SwiftType(
    .attemptLimit,
    { item in
      if case .attemptLimit(let limit) = item {
        limit
      } else {
        item.plain?.integer.map { .attempts($0) }
      }
    }, RuntimeValue.attemptLimit)
}

extension SwiftType where Wanted == HintRule? {
  static let hintRule = SwiftType(
    .hintRule, { if case .hintRule(let rule) = $0 { .some(rule) } else { nil } },
    RuntimeValue.hintRule)
}

extension SwiftType where Wanted == Nanoseconds? {
  static let timeLimit = SwiftType(
    .timeLimit,
    { item in
      if case .attemptLimit(.unlimited) = item { return .some(nil) }
      return SwiftType<Nanoseconds>.duration.read(item).map { .some($0) }
    }, { $0.map { .value(.duration($0)) } ?? .attemptLimit(.unlimited) })
}

extension SwiftType where Wanted == [RetryStrategy.Limit] {
  /// The retries that each of some errors may be followed by.
  static let kindLimits = SwiftType(
    .dictionary(.pattern, .int),
    { item in
      guard case .dictionary(let entries) = item else { return nil }
      let limits = entries.compactMap { entry -> RetryStrategy.Limit? in
        guard case .pattern(let pattern) = entry.key, let retries = entry.value.plain?.integer
        else { return nil }
        return RetryStrategy.Limit(pattern, retries: retries)
      }
      return limits.count == entries.count ? limits : nil
    },
    { .dictionary($0.map { (.pattern($0.pattern), .value(.int($0.retries))) }) })
}

extension SwiftType where Wanted: CaseIterable & RawRepresentable<String> {
  /// The kind of a choice among words.
  static var word: SwiftType {
    SwiftType(
      .word(Wanted.allCases.map(\.rawValue)),
      { SwiftType<String>.text.read($0).flatMap(Wanted.init) }, { .value(.text($0.rawValue)) })
  }
}

extension SwiftType where Wanted == RetryStrategy {
  static let policy = SwiftType(
    .policy, { if case .policy(let policy) = $0 { policy } else { nil } }, RuntimeValue.policy)
}

extension SwiftType where Wanted == RunRecord {
  static let run = SwiftType(
    .run, { if case .run(let record) = $0 { record } else { nil } }, RuntimeValue.run)
}

extension SwiftType where Wanted == MeasuredRecord {
  static func measured(_ type: Type) -> SwiftType {
    SwiftType(
      type, { if case .measured(let record) = $0 { record } else { nil } }, RuntimeValue.measured)
  }
}

extension SwiftType where Wanted == RuntimeValue {
  /// Returns the kind of a type without a Swift type.
  static func item(_ type: Type) -> SwiftType {
    SwiftType(type, { $0 }, { $0 }, work: \.item, code: CompiledExpression.item)
  }
}

extension SwiftType where Wanted == [(share: Double, Distribution)] {
  static let shares = SwiftType(
    .dictionary(.share, .latency),
    { item in
      guard case .dictionary(let entries) = item else { return nil }
      return entries.compactMap { entry in
        guard let share = entry.key.number,
          let latency = SwiftType<Distribution>.latency.read(entry.value)
        else { return nil }
        return (share, latency)
      }
    }, { .dictionary($0.map { (.value(.double($0.share)), .latency($0.1)) }) })
}
