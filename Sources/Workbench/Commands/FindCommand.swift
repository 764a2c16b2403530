import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  static let find = Command(
    "find", .expression, of: .runnable,
    options: [.calls, .seed, .over, .first, .condition],
    gives: .findings, role: .result,
    "lists the first calls that meet a condition on latency, attempts, waited, success, error or outcome, and how common they are; 'run X call N' shows one",
    example:
      "find op(fails: 50%, latency: exponential(100ms)).retry(3) where latency > 800ms first 3"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let condition = try call.condition()
    let first = try call.count(.first) ?? 5
    let subject = try call.runnable()
    try call.check(subject)
    let trials = try workspace.runner.trials(call)
    for warning in call.unknownKinds(in: subject) { workspace.emit(.note(warning)) }
    let findings = trials.find(subject, first: first, where: condition)
    workspace.reportPaths([trials.way(of: subject)])
    workspace.conclude(.findings(findings), call, trials)
    return .ready
  }
}
