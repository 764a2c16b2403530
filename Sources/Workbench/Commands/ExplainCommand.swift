import Retry
import RetryLanguage
import TextLayout

extension Command {
  /// Explains what a strategy will do, without running it.
  static let explain = Command(
    "explain", .expression, role: .result,
    "explains what an operation, a policy or a back-off will do, without running it: attempts, delays, retried errors, longest time",
    example: "explain op(fails: 50%).retry(attempts: 4, backoff: exponential(100ms), jitter: full)"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    switch call.subjects.first?.item {
    case let item? where item.source != nil:
      let dialect = workspace.settings.dialect
      let written = (text: call.subjectText, expression: call.expressions[0])
      workspace.explain(
        Explanation(try call.source(), written: written, ignoredText: call.ignoredText, dialect))
    case .policy(let strategy)?:
      workspace.explain(Explanation(strategy, written: call.subjectText))
    case .backoff(let backoff)?:
      workspace.explain(Explanation(backoff, written: call.subjectText))
    default:
      throw Diagnostic(
        .wrongType, "'explain' takes an operation, a policy or a back-off", at: call.range)
    }
    return .ready
  }
}

extension Workspace {
  fileprivate mutating func explain(_ explanation: Explanation) {
    if explanation.picture != nil { environment.lastDrawn = .explained(explanation) }
    emit(.explained(explanation))
  }
}
