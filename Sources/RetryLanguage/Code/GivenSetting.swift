package import Retry
package import Simulation

/// A value that only the kind with its Swift type reads.
package enum GivenSetting: Sendable {
  case abandoned(Server.Abandoned)
  case down(Server.Down)
  case order(Server.Order)
  case limitHint(RateLimit.Hint)
  case limitRule(RateLimit)
  case keys(Keys)
  case budget(Shared<RetryBudget>)
  case program(Shared<ClientProgram>)
  case spacing(Load.Spacing)
  case jitter(Jitter)
  case deadlineRule(DeadlineRule)
  case deadlineMoment(DeadlineMoment)
  case stopRule(LimitRule)
  case exhaustion(Exhaustion)
  case filter(SourceFilter)
  case person(Person)

  /// The word that a rule is chosen by.
  var word: String? {
    switch self {
    case .deadlineRule(let rule): rule.rawValue
    case .deadlineMoment(let moment): moment.rawValue
    case .stopRule(let rule): rule.rawValue
    case .exhaustion(let end): end.rawValue
    default: nil
    }
  }
}
