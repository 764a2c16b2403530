import Measurement
import Pictures
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  static let run = Command(
    "run", .expression, of: .runnable,
    options: [.times, .call, .seed, .over, .percentile, .worst, .calls], gives: .run,
    ofLoad: .stats, role: .result,
    "runs one call and shows its trace; 'call' selects it by number, 'at p99' by its percentile of latency, 'worst 3' the slowest three of 'calls'; 'over 1m' spreads the starts of calls over a minute, against outages at fixed times; 'times' runs several, or the first calls of a load, and shows a line of each, below a picture if any of them tried again",
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
    if call.options[.times] != nil {
      workspace.environment.passResult()
      workspace.show(try workspace.series(call, from: origin))
      return .ready
    }
    if let load = call.load, call.options[.call] == nil {
      workspace.run(load, subject: call.subjectText, seed: origin.seed)
      return .ready
    }
    guard
      let record = workspace.record(
        of: subject, call.subjectText, origin, answers: call.record?.answers)
    else { return .ready }
    workspace.environment.keep(record)
    workspace.emit(.ran(record))
    return .ready
  }
}

extension Workspace {
  /// Runs several calls, alone or as the first ones of a load.
  fileprivate func series(_ call: CommandCall, from origin: CallOrigin) throws(Diagnostic)
    -> CallSeries
  {
    let most = call.load == nil ? nil : Int64(Picture.mostCalls)
    let count = try call.count(.times, upTo: most) ?? 1
    guard let load = call.load else {
      return runner.series(of: try call.source(), call.subjectText, from: origin, count: count)
    }
    return runner.series(of: load, call.subjectText, from: origin, count: count)
  }

  fileprivate mutating func show(_ series: CallSeries) {
    guard !series.results.isEmpty || series.planned > 0 else {
      // The words are the result, so programs get them, too.
      return emit(.text("no call ends within the load"))
    }
    environment.lastDrawn = .series(series)
    emit(.ranSeries(series))
  }
}
