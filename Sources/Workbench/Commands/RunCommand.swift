import Report
import RetryLanguage
import Simulation

extension Command {
  /// Runs calls and shows them.
  static let run = Command(
    "run", .expression, of: .source(.any),
    options: [
      ("times", .int), ("call", .int), ("seed", .int), ("at", .share), ("worst", .int),
      ("calls", .int),
    ], givesResult: true, saving: .result,
    "runs one call and shows its trace; with 'times' several in short, with 'call' the one of that number, with 'at p99' the one at that percentile, with 'worst 3' the three that take longest of 'calls'",
    example: "run op(fails: 50%).retry(3) times 5"
  ) { (session, call) throws(Diagnostic) in
    let source = try call.source()
    let (seed, first) = try call.seedAndCall(session.settings)
    let ways = ["times", "at", "worst"].filter { call.options[$0] != nil }
    let isSearched = call.options["at"] != nil || call.options["worst"] != nil
    if ways.count > 1 || isSearched && call.options["call"] != nil {
      let others = (ways + (call.options["call"] == nil ? [] : ["call"])).map { "'\($0)'" }
      throw Diagnostic(
        .extraArgument, "\(others.joined(separator: " and ")) cannot stand together", at: call.range
      )
    }
    if isSearched {
      return try session.runSearched(source, call)
    }
    guard let times = try call.count("times", least: 1, most: 10_000) else {
      session.runOnce(
        source, subject: call.subjectText, seed: seed, call: first, answers: call.record?.answers)
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
  mutating func runOnce(
    _ source: Source, subject: String, seed: UInt64? = nil, call: UInt64 = 0,
    answers: [PersonAnswer]? = nil
  ) {
    var performance = performance(
      of: source, subject, seed: seed ?? settings.seed, call: call, answers: answers)
    while let question = performance.question, let answer = answer(to: question) {
      performance.answer(answer)
    }
    let record = performance.record
    keep(record)
    show(record)
  }

  /// Shows the trace of a call.
  func show(_ record: RunRecord) {
    var trace = record.trace
    // Who presses Ctrl-C does not want to wait until all of it has been laid out.
    if trace.result.outcome == .stopped(.person) { trace = trace.shortened(to: 1000) }
    if settings.isJSON {
      return say(json: RunJSON(trace: trace, subject: record.subject).json)
    }
    let plan = Plan(of: record.source)
    let report = TraceReport(
      trace: trace, subject: record.subject, attemptLimit: plan.attempts,
      style: settings.style, source: record.source)
    say(.result(report.text))
    for warning in MistypedKinds(record.source, plan).misspelt {
      say(.message("warning: \(warning)"))
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

  /// The machine of a source, within the bounds that are set.
  func machine(_ source: Source, seed: UInt64) -> Machine {
    Machine(
      source, seed: seed, limits: settings.limits, isInterrupted: terminal.isInterrupted)
  }

  /// A flag that tells whether the person who waits wants what runs to stop.
  private var isInterrupted: Bool { terminal.isInterrupted?() ?? false }
}
