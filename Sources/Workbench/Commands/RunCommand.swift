import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Runs calls and shows them.
  static let run = Command(
    "run", .expression, of: .runnable,
    options: [.times, .call, .seed, .percentile, .worst, .calls], gives: .run, saving: .result,
    "runs one call and shows its trace; 'call' selects it by number, 'at p99' by its percentile of latency, 'worst 3' the slowest three of 'calls'; 'times' runs several and shows one line each",
    example: "run op(fails: 50%).retry(3) times 5"
  ) { (session, call) throws(Diagnostic) in
    if let load = call.load { return try session.runLoad(load, call) }
    let source = try call.source()
    let (seed, first) = try call.seedAndCall(session.settings)
    let isSearched = call.options[.percentile] != nil || call.options[.worst] != nil
    let exclusive: [CommandOption] =
      [.times, .percentile, .worst] + (isSearched ? [.call] : [])
    let given = exclusive.filter { call.options[$0] != nil }.map { "'\($0.key)'" }
    if given.count > 1 {
      throw Diagnostic(
        .extraArgument, "use only one of \(given.joined(separator: " and "))", at: call.range)
    }
    if isSearched {
      return try session.runSearched(source, call)
    }
    guard let times = try call.count(.times) else {
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
    emit(.ran(record))
  }

  /// Runs several calls, to be told in short.
  fileprivate func runMany(
    _ source: Source, subject: String, seed: UInt64, calls: Range<UInt64>
  ) {
    let machine = machine(source, seed: seed, tellsProgress: false)
    var results: [CallResult] = []
    for call in calls {
      if isInterrupted { break }
      results.append(machine.run(call: call))
      terminal.progress?(min(0.99, Double(results.count) / Double(calls.count)))
    }
    endProgress()
    emit(
      .ranSeries(
        CallSeries(
          subject: subject, results: results, planned: calls.count, source: source, seed: seed,
          limits: settings.limits, isInterrupted: terminal.isInterrupted)))
  }

  /// The machine of a source, within the bounds that are set.
  func machine(_ source: Source, seed: UInt64, tellsProgress: Bool = true) -> Machine {
    Machine(
      source, seed: seed, limits: settings.limits, isInterrupted: terminal.isInterrupted,
      progress: tellsProgress ? terminal.progress : nil)
  }

  /// Whether the person requests cancellation.
  var isInterrupted: Bool { terminal.isInterrupted?() == true }
}
