import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import Tuning

extension Command {
  private static let again = "again"

  static let tune = Command(
    "tune", .search(again: again), of: .runnable,
    options: [
      .subject, .minimize, .maximize, .worlds, .weights, .within, .searchCalls, .searchRuns, .over,
      .seed,
    ],
    gives: .stats, role: .result,
    "finds the values of parameters with which a strategy or a load keeps bounds at the lowest cost; 'again' goes on with the last search",
    example:
      "let f = op(fails: 30%)\ntune f.retry(n) where n in 1...8 subject success >= 99% minimize load calls 100_000",
    words: { (_: Workspace, typed) in
      typed.before.isEmpty
        ? [] : [Proposals.Word("where", "the parameters and their values", in: .options)]
    }
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    var tuner: Tuner
    if call.tuning == nil {
      guard let last = workspace.lastTuner else {
        throw Diagnostic(
          .missingArgument, "there is no search to go on with", at: call.range,
          fixIt: .advice("example: \(call.command.example.split(separator: "\n").last ?? "")"))
      }
      tuner = last
      tuner.extend()
    } else {
      tuner = try Tuner(call, workspace)
    }
    let record = try tuner.run(workspace.runner, at: call.range)
    workspace.lastTuner = tuner
    workspace.conclude(
      .tuned(record), of: record.source, in: record.load, subject: record.policy,
      seed: tuner.freshSeed, spread: tuner.spread, calls: record.rows.first?.planned ?? 0)
    return .ready
  }
}
