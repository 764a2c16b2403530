import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Runs calls and shows them.
  static let run = Command(
    "run", .expression, of: .runnable,
    options: [
      ("times", .int), ("call", .int), ("seed", .int), ("at", .share), ("worst", .int),
      ("calls", .int),
    ], gives: .run, saving: .result,
    "runs one call and shows its trace; with 'times' several in short, with 'call' the one of that number, with 'at p99' the one at that percentile, with 'worst 3' the three that take longest of 'calls'",
    example: "run op(fails: 50%).retry(3) times 5"
  ) { (session, call) throws(Diagnostic) in
    if let load = call.load { return try session.runLoad(load, call) }
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
    _ source: Source, subject: String, seed: UInt64, call: UInt64 = 0,
    answers: [PersonAnswer]? = nil
  ) {
    var performance = performance(
      of: source, subject, seed: seed, call: call, answers: answers)
    while let question = performance.question, let answer = answer(to: question) {
      performance.answer(answer)
      endProgress()
    }
    let record = performance.record
    keep(record)
    show(record)
  }

  /// Shows the trace of a call.
  func show(_ record: RunRecord) {
    let few = record.trace.shortened(to: 1000)
    let isStopped = record.trace.result.outcome == .stopped(.person)
    if settings.isJSON {
      let trace = isStopped ? few : record.trace
      let (text, _) = laidOut(trace, orElse: few) {
        RunJSON(trace: $0, subject: record.subject, patience: $1).text
      }
      return say(object: text)
    }
    let plan = Plan(of: record.source)
    let isWhole = say(record.trace, orElse: few) {
      TraceReport(
        trace: $0, subject: record.subject, attemptLimit: plan.attempts, style: settings.style,
        source: record.source, patience: $1
      ).text
    }
    if !isWhole, !isStopped { say(.message("stopped by Ctrl-C, what is shown is partial")) }
    for warning in MistypedKinds(Facts(record.source).kinds, plan).misspelt {
      say(.message("warning: \(warning)"))
    }
  }

  /// Says something, or a part of it that is soon laid out to whoever presses Ctrl-C; tells whether it was all.
  func say<Content>(
    _ whole: Content, orElse part: Content, layout: (Content, Patience) -> String
  ) -> Bool {
    let (text, isWhole) = laidOut(whole, orElse: part, layout: layout)
    say(.result(text))
    return isWhole
  }

  /// Lays something out, or a part of it to whoever presses Ctrl-C; tells whether it is all.
  func laidOut<Content>(
    _ whole: Content, orElse part: Content, layout: (Content, Patience) -> String
  ) -> (text: String, isWhole: Bool) {
    let patience = Patience(terminal.isInterrupted)
    let text = patience.isOver ? "" : layout(whole, patience)
    return patience.isOver ? (layout(part, .endless), false) : (text, true)
  }

  /// Runs several calls and shows each in short.
  fileprivate func runMany(
    _ source: Source, subject: String, seed: UInt64, calls: Range<UInt64>
  ) {
    let machine = machine(source, seed: seed, tellsProgress: false)
    defer { endProgress() }
    if settings.isJSON {
      for call in calls where !isInterrupted {
        let trace = machine.trace(call: call)
        let (text, _) = laidOut(trace, orElse: trace.shortened(to: 1000)) {
          RunJSON(trace: $0, subject: subject, patience: $1).text
        }
        say(object: text)
      }
      return
    }
    var results: [CallResult] = []
    for call in calls {
      if isInterrupted { break }
      results.append(machine.run(call: call))
      terminal.progress?(min(0.99, Double(results.count) / Double(calls.count)))
    }
    endProgress()
    show(results, of: calls.count)
  }

  /// Shows calls in short, and tells whoever has pressed Ctrl-C what is missing.
  private func show(_ results: [CallResult], of count: Int) {
    let few = Array(results.prefix(200))
    let isWhole = say(results, orElse: few) {
      RunSummary($0, style: settings.style, patience: $1).text
    }
    let shown = isWhole || few.count == results.count ? "" : ", of which \(few.count) are shown"
    if !isWhole || results.count < count {
      say(
        .message("stopped by Ctrl-C after \(results.count) of \(count) calls\(shown), partial"))
    }
  }

  /// The machine of a source, within the bounds that are set.
  func machine(_ source: Source, seed: UInt64, tellsProgress: Bool = true) -> Machine {
    Machine(
      source, seed: seed, limits: settings.limits, isInterrupted: terminal.isInterrupted,
      progress: tellsProgress ? terminal.progress : nil)
  }

  /// Whether the person who waits wants what runs to stop.
  var isInterrupted: Bool { terminal.isInterrupted?() == true }
}
