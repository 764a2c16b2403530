import Measurement
import RetryLanguage
import Simulation
import TextLayout
import VirtualTime

extension Command {
  static let stats = Command(
    "stats", .expression, of: .runnable,
    options: [.calls, .seed, .over, .runs], gives: .stats, role: .result,
    "runs many calls and shows success with its interval, attempts, latency percentiles, waits, errors and load; 'over 1m' spreads the starts of the calls over a minute, against outages at fixed times; 'runs' repeats a load under other seeds",
    example: "stats op(fails: 30%).retry(3) calls 20_000"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let subject = try call.runnable()
    try call.check(subject)
    guard case .calls(let source) = subject else {
      let loads = call.subjects.prefix(1).compactMap(\.item.load)
      let (samples, seed) = try workspace.samples(of: loads, call)
      for sample in samples { workspace.conclude(sample, subject: call.subjectText, seed: seed) }
      return .ready
    }
    let trials = try workspace.runner.trials(call)
    let plan = trials.plan(source)
    let measured = trials.measure(plan)
    workspace.reportPaths([plan.path])
    workspace.conclude(
      .stats(measured, exact: PinnedDraw(of: trials.seed) == nil ? plan.theory : nil), call, trials)
    return .ready
  }
}
