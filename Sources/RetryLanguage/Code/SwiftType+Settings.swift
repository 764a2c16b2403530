import Retry
import RetryNumerics
import Simulation

// The kinds of settings.

extension SwiftType {
  private static func setting(
    _ type: Type, _ make: @escaping @Sendable (Wanted) -> GivenSetting,
    _ read: @escaping @Sendable (GivenSetting) -> Wanted?
  ) -> SwiftType {
    SwiftType(
      type, { if case .setting(let setting) = $0 { read(setting) } else { nil } },
      { .setting(make($0)) })
  }
}

extension SwiftType where Wanted == Server.Abandoned {
  static let abandonRule = setting(.abandonRule, GivenSetting.abandoned) {
    if case .abandoned(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Server.Down {
  static let downRule = setting(.downRule, GivenSetting.down) {
    if case .down(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Server.Order {
  static let orderRule = setting(.orderRule, GivenSetting.order) {
    if case .order(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == RateLimit.Hint {
  /// A word, or a time that is always the same.
  static let limitHint = SwiftType(
    .limitHint,
    { item in
      if case .setting(.limitHint(let hint)) = item { return hint }
      return SwiftType<Nanoseconds>.duration.read(item).map(RateLimit.Hint.fixed)
    }, { .setting(.limitHint($0)) })
}

extension SwiftType where Wanted == RateLimit {
  static let limitRule = setting(.limitRule, GivenSetting.limitRule) {
    if case .limitRule(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Keys {
  static let keys = setting(.keys, GivenSetting.keys) {
    if case .keys(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Shared<RetryBudget> {
  static let budget = setting(.budget, GivenSetting.budget) {
    if case .budget(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Shared<ClientProgram> {
  static let program = setting(.program, GivenSetting.program) {
    if case .program(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Load.Spacing {
  static let spacing = setting(.spacing, GivenSetting.spacing) {
    if case .spacing(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Jitter {
  static let jitter = setting(.jitter, GivenSetting.jitter) {
    if case .jitter(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == DeadlineRule {
  static let deadlineRule = setting(.deadlineRule, GivenSetting.deadlineRule) {
    if case .deadlineRule(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == DeadlineMoment {
  static let deadlineMoment = setting(.deadlineMoment, GivenSetting.deadlineMoment) {
    if case .deadlineMoment(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == LimitRule {
  static let stopRule = setting(.stopRule, GivenSetting.stopRule) {
    if case .stopRule(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Exhaustion {
  static let exhaustion = setting(.exhaustion, GivenSetting.exhaustion) {
    if case .exhaustion(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == SourceFilter {
  static let filter = setting(.filter, GivenSetting.filter) {
    if case .filter(let it) = $0 { it } else { nil }
  }
}

extension SwiftType where Wanted == Person {
  static let person = setting(.person, GivenSetting.person) {
    if case .person(let it) = $0 { it } else { nil }
  }
}
