import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  static let run = Command(
    "run", .expression, of: .runnable,
    options: [.times, .call, .seed, .over, .percentile, .worst, .calls], gives: .run,
    ofLoad: .stats, role: .result,
    "runs one call and shows its trace; 'call' selects it by number, 'at p99' by its percentile of latency, 'worst 3' the slowest three of 'calls'; 'over 1m' spreads the starts of calls over a minute, against outages at fixed times; 'times' runs several and shows a line of each, below a picture if any of them tried again",
    example: "run op(fails: 50%).retry(3) times 5"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let subject = try call.runnable()
    try call.check(subject)
    let origin = try call.origin(workspace.settings)
    let isSearched = call.options[.percentile] != nil || call.options[.worst] != nil
    let exclusive: [CommandOption] =
      [.times, .percentile, .worst] + (isSearched ? [.call] : [])
    let given = exclusive.filter { call.options[$0] != nil }.map { "'\($0.key)'" }
    if given.count > 1 {
      throw Diagnostic(
        .extraArgument, "use only one of \(given.joined(separator: " and "))", at: call.range)
    }
    if isSearched { return try workspace.runSearched(subject, call) }
    if let load = call.load, call.options[.call] == nil {
      workspace.run(load, subject: call.subjectText, seed: origin.seed)
      return .ready
    }
    guard let times = try call.count(.times) else {
      guard
        let record = workspace.record(
          of: subject, call.subjectText, origin, answers: call.record?.answers)
      else { return .ready }
      workspace.environment.keep(record)
      workspace.emit(.ran(record))
      return .ready
    }
    workspace.environment.passResult()
    let series = workspace.runner.series(
      of: try call.source(), call.subjectText, from: origin, count: times)
    workspace.environment.lastDrawn = .series(series)
    workspace.emit(.ranSeries(series))
    return .ready
  }
}
