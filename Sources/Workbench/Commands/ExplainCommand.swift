import Retry
import RetryLanguage
import TextLayout

extension Command {
  /// Explains what a strategy will do, without running it.
  static let explain = Command(
    "explain", .expression, saving: .result,
    "tells what an operation, a policy or a back-off will do, without running it: attempts, delays, what is retried, how long it can take",
    example: "explain op(fails: 50%).retry(attempts: 4, backoff: exponential(100ms), jitter: full)"
  ) { (session, call) throws(Diagnostic) in
    switch call.subjects.first?.item {
    case let item? where item.source != nil:
      let source = try call.source()
      session.say(prose: Explanation(source, call, session.settings).text)
    case .policy(let strategy)?:
      session.say(
        prose: Explanation.text(
          of: strategy, written: call.subjectText, width: session.settings.style.width))
    case .backoff(let backoff)?:
      let plan = DelayPlan(RetryRules(attempts: nil, backoff: backoff))
      session.say(prose: "\(call.subjectText)\n  delays: \(plan.text)")
    default:
      throw Diagnostic(
        .wrongType, "'explain' tells about operations, policies and back-offs", at: call.range)
    }
    return .ready
  }
}
