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
    guard let times = try call.count("times", least: 1) else {
      session.runOnce(source, subject: call.subjectText, seed: seed, call: first)
      return .ready
    }
    let machine = Machine(source, seed: seed, limits: session.settings.limits)
    for number in first..<first + UInt64(min(times, 10_000)) {
      session.say(machine.trace(call: number), subject: call.subjectText, inShort: true)
    }
    return .ready
  }
}

extension Session {
  /// Runs one call and shows its trace.
  func runOnce(_ source: Source, subject: String, seed: UInt64? = nil, call: UInt64 = 0) {
    let machine = Machine(source, seed: seed ?? settings.seed, limits: settings.limits)
    say(machine.trace(call: call), subject: subject, attemptLimit: Plan(of: source).attempts)
  }

  /// Shows a call.
  func say(
    _ trace: Trace, subject: String, attemptLimit: Int? = nil, inShort: Bool = false
  ) {
    if settings.isJSON {
      say(.result(RunJSON(trace: trace, subject: subject).json.text))
    } else if inShort {
      let report = TraceReport(
        trace: trace, subject: subject, attemptLimit: attemptLimit, style: settings.style)
      say(.result(report.lines.last ?? ""))
    } else {
      let report = TraceReport(
        trace: trace, subject: subject, attemptLimit: attemptLimit, style: settings.style)
      say(.result(report.text))
    }
  }
}
