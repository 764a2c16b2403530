import Report
import RetryLanguage
import Simulation

extension Command {
  /// Runs calls and shows them.
  static let run = Command(
    "run", .expression, of: .source(.any),
    options: [("times", .int), ("call", .int), ("seed", .int)],
    "runs one call and shows its trace; with 'times' several in short, with 'call' the one of that number",
    example: "run op(fails: 50%).retry(3) times 5"
  ) { (session, call) throws(Diagnostic) in
    let source = try call.source()
    let seed = try call.count("seed", least: 0).map(UInt64.init) ?? session.settings.seed
    let first = UInt64(try call.count("call", least: 0) ?? 0)
    guard let times = try call.count("times", least: 1, most: 10_000) else {
      session.runOnce(source, subject: call.subjectText, seed: seed, call: first)
      return .ready
    }
    session.runMany(
      source, subject: call.subjectText, seed: seed,
      calls: first..<first + UInt64(times))
    return .ready
  }
}

extension Session {
  /// Runs one call and shows its trace.
  func runOnce(_ source: Source, subject: String, seed: UInt64? = nil, call: UInt64 = 0) {
    let machine = machine(source, seed: seed ?? settings.seed)
    var trace = machine.trace(call: call)
    // Who presses Ctrl-C does not want to wait until all of it has been laid out.
    if trace.result.outcome == .stopped(.person) { trace = trace.shortened(to: 1000) }
    if settings.isJSON {
      say(json: RunJSON(trace: trace, subject: subject).json)
    } else {
      let report = TraceReport(
        trace: trace, subject: subject, attemptLimit: Plan(of: source).attempts,
        style: settings.style, source: source)
      say(.result(report.text))
    }
  }

  /// Runs several calls and shows each in short.
  fileprivate func runMany(
    _ source: Source, subject: String, seed: UInt64, calls: Range<UInt64>
  ) {
    let machine = machine(source, seed: seed)
    if settings.isJSON {
      for call in calls where !isInterrupted {
        say(json: RunJSON(trace: machine.trace(call: call), subject: subject).json)
      }
    } else {
      var results: [CallResult] = []
      for call in calls {
        if isInterrupted { break }
        results.append(machine.run(call: call))
      }
      say(.result(RunSummary(results, style: settings.style).text))
      if results.count < calls.count {
        say(.message("stopped by Ctrl-C after \(results.count) of \(calls.count) calls, partial"))
      }
    }
  }

  private func machine(_ source: Source, seed: UInt64) -> Machine {
    Machine(
      source, seed: seed, limits: settings.limits, isInterrupted: terminal.isInterrupted)
  }

  /// A flag that tells whether the person who waits wants what runs to stop.
  private var isInterrupted: Bool { terminal.isInterrupted?() ?? false }
}
