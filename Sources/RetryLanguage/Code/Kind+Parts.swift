import Retry
import RetryNumerics
import Simulation
import VirtualTime

// The kinds of operations, strategies, loads and their parts.

extension Kind {
  /// Returns the kind of a setting, of which only its Swift type tells what it is.
  private static func setting(_ type: Type) -> Kind {
    Kind(type, { if case .setting(let value) = $0 { value as? Wanted } else { nil } }, Item.setting)
  }
}

extension Kind where Wanted == FaultPattern {
  static let pattern = Kind(
    .pattern, { if case .pattern(let pattern) = $0 { pattern } else { nil } }, Item.pattern)
}

extension Kind where Wanted == [FaultPattern] {
  static let patterns = list(of: .pattern)
}

extension Kind where Wanted == ScriptedAnswer {
  static let outcome = Kind(
    .outcome, { if case .outcome(let answer) = $0.asOutcome { answer } else { nil } }, Item.outcome)
}

extension Kind where Wanted == Distribution {
  static let latency = Kind(
    .latency, { if case .latency(let latency) = $0 { latency } else { nil } }, Item.latency)
}

extension Kind where Wanted == Faults {
  static let faults = Kind(
    .faults, { if case .faults(let faults) = $0 { faults } else { nil } }, Item.faults)
}

extension Kind where Wanted == Outages {
  static let outages = Kind(
    .outages, { if case .outages(let outages) = $0 { outages } else { nil } }, Item.outages)
}

extension Kind where Wanted == Attempt {
  static let attempt = Kind(
    .attempt, { if case .attempt(let attempt) = $0 { attempt } else { nil } }, Item.attempt,
    work: { code in
      if case .attempt(let work) = code { return work }
      return code.wanted(.attempt) { if case .attempt(let attempt) = $0 { attempt } else { nil } }
    }, code: Code.attempt)
}

extension Kind where Wanted == Resource {
  static let resource = Kind(
    .resource, { if case .resource(let resource) = $0 { resource } else { nil } }, Item.resource)
}

extension Kind where Wanted == Server.Abandoned { static let abandonRule = setting(.abandonRule) }

extension Kind where Wanted == Server.Down { static let downRule = setting(.downRule) }

extension Kind where Wanted == Server.Order { static let orderRule = setting(.orderRule) }

extension Kind where Wanted == RateLimit.Hint {
  /// A word, or a time that is always the same.
  static let limitHint = Kind(
    .limitHint,
    { item in
      if case .setting(let hint as RateLimit.Hint) = item { return hint }
      return Kind<Nanoseconds>.duration.read(item).map(RateLimit.Hint.fixed)
    }, Item.setting)
}

extension Kind where Wanted == RateLimit { static let limitRule = setting(.limitRule) }

extension Kind where Wanted == Keys { static let keys = setting(.keys) }

extension Kind where Wanted == SharedCache {
  static let cache = Kind(
    .cache, { if case .cache(let cache) = $0 { cache } else { nil } }, Item.cache)
}

extension Kind where Wanted == Shared<RetryBudget> { static let budget = setting(.budget) }

extension Kind where Wanted == Shared<ClientProgram> { static let program = setting(.program) }

extension Kind where Wanted == Guard {
  /// A strategy that decides whether a call may go on, of one sort.
  static func guarding(_ sort: Guard.Sort) -> Kind {
    Kind(
      .guarding(sort),
      { if case .guarding(let guarding) = $0, guarding.sort == sort { guarding } else { nil } },
      Item.guarding)
  }
}

/// A service time as the language gives it.
enum GivenService: Sendable {
  case drawn(Distribution)
  case computed(ServiceTime)
}

extension Kind where Wanted == GivenService {
  static let service = Kind(
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

extension Kind where Wanted == RateProfile {
  static let rateProfile = Kind(
    .rateProfile, { if case .rateProfile(let profile) = $0 { profile } else { nil } },
    Item.rateProfile)
}

extension Kind where Wanted == Load.Spacing { static let spacing = setting(.spacing) }

extension Kind where Wanted == Load {
  static let load = Kind(.load, { if case .load(let load) = $0 { load } else { nil } }, Item.load)
}

extension Kind where Wanted == [(name: String, Load)] {
  static let loads = Kind(
    .dictionary(.text, .load),
    { item in
      guard case .dictionary(let entries) = item else { return nil }
      let loads = entries.compactMap { entry -> (name: String, Load)? in
        guard let name = Kind<String>.text.read(entry.key),
          let load = Kind<Load>.load.read(entry.value)
        else { return nil }
        return (name, load)
      }
      return loads.count == entries.count ? loads : nil
    }, { .dictionary($0.map { (.value(.text($0.name)), .load($0.1)) }) })
}

extension Kind where Wanted == Backoff {
  static let backoff = Kind(
    .backoff, { if case .backoff(let backoff) = $0 { backoff } else { nil } }, Item.backoff)
}

extension Kind where Wanted == Jitter { static let jitter = setting(.jitter) }

extension Kind where Wanted == DeadlineRule { static let deadlineRule = setting(.deadlineRule) }

extension Kind where Wanted == DeadlineMoment {
  static let deadlineMoment = setting(.deadlineMoment)
}

extension Kind where Wanted == LimitRule { static let stopRule = setting(.stopRule) }

extension Kind where Wanted == AttemptLimit {
  static let attemptLimit = Kind(
    .attemptLimit,
    { item in
      if case .attemptLimit(let limit) = item {
        limit
      } else {
        item.plain?.integer.map { .attempts($0) }
      }
    }, Item.attemptLimit)
}

extension Kind where Wanted == HintRule? {
  static let hintRule = Kind(
    .hintRule, { if case .hintRule(let rule) = $0 { .some(rule) } else { nil } }, Item.hintRule)
}

extension Kind where Wanted == Nanoseconds? {
  static let timeLimit = Kind(
    .timeLimit,
    { item in
      if case .attemptLimit(.unlimited) = item { return .some(nil) }
      return Kind<Nanoseconds>.duration.read(item).map { .some($0) }
    }, { $0.map { .value(.duration($0)) } ?? .attemptLimit(.unlimited) })
}

extension Kind where Wanted == [RetryStrategy.Limit] {
  /// The retries that each of some errors may be followed by.
  static let kindLimits = Kind(
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

extension Kind where Wanted == Exhaustion { static let exhaustion = setting(.exhaustion) }

extension Kind where Wanted: CaseIterable & RawRepresentable<String> {
  /// The kind of a choice among words.
  static var word: Kind {
    Kind(
      .word(Wanted.allCases.map(\.rawValue)),
      { Kind<String>.text.read($0).flatMap(Wanted.init) }, { .value(.text($0.rawValue)) })
  }
}

extension Kind where Wanted == RetryStrategy {
  static let policy = Kind(
    .policy, { if case .policy(let policy) = $0 { policy } else { nil } }, Item.policy)
}

extension Kind where Wanted == SourceFilter { static let filter = setting(.filter) }

extension Kind where Wanted == Person { static let person = setting(.person) }

extension Kind where Wanted == RunRecord {
  static let run = Kind(.run, { if case .run(let record) = $0 { record } else { nil } }, Item.run)
}

extension Kind where Wanted == MeasuredRecord {
  static func measured(_ type: Type) -> Kind {
    Kind(type, { if case .measured(let record) = $0 { record } else { nil } }, Item.measured)
  }
}

extension Kind where Wanted == Item {
  /// Returns the kind of a type without a Swift type.
  static func item(_ type: Type) -> Kind {
    Kind(type, { $0 }, { $0 }, work: \.item, code: Code.item)
  }
}

extension Kind where Wanted == [(share: Double, Distribution)] {
  static let shares = Kind(
    .dictionary(.share, .latency),
    { item in
      guard case .dictionary(let entries) = item else { return nil }
      return entries.compactMap { entry in
        guard let share = entry.key.number,
          let latency = Kind<Distribution>.latency.read(entry.value)
        else { return nil }
        return (share, latency)
      }
    }, { .dictionary($0.map { (.value(.double($0.share)), .latency($0.1)) }) })
}
