import RetryLanguage
import Simulation

extension Command {
  static let why = Command(
    "why", .optionalExpression, of: .runnable,
    options: [.call, .seed, .over, .against],
    gives: .run, role: .result,
    "explains one call, or the last result, decision by decision: what the strategy checked, what it drew, what it decided; 'against' runs other strategies on the same draws",
    example:
      "let f = op(fails: 70%)\nwhy f.retry(attempts: 3, backoff: exponential(100ms), jitter: full) call 1 against f.retry(2)"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let call = try call.withResult(of: workspace.environment)
    let origin = try call.origin(workspace.settings)
    guard let record = try workspace.pausedCall(call)?.record else { return .ready }
    workspace.environment.keep(record)
    var alternatives: [Reasons.Alternative] = []
    if case .list(let others)? = call.options[.against]?.item {
      let names = call.texts(of: .against)
      for (index, other) in others.enumerated() {
        guard let other = other.source else { continue }
        let trace = workspace.runner.machine(other, origin).trace(call: origin.call)
        let name = index < names.count ? names[index] : "the other"
        alternatives.append(
          Reasons.Alternative(record: RunRecord(source: other, subject: name, trace: trace)))
      }
    }
    let reasons = Reasons(record, alternatives: alternatives)
    if !alternatives.isEmpty { workspace.environment.lastDrawn = .reasoned(reasons) }
    workspace.emit(.reasoned(reasons))
    return .ready
  }
}
