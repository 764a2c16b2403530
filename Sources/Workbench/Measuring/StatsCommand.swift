import Measurement
import Report
import RetryLanguage

extension MeasurementPath {
  /// The way in words.
  fileprivate var words: String {
    switch self {
    case .engine: "general engine"
    case .vector: "fast path, with wide vectors"
    case .plainVector: "fast path"
    }
  }
}

extension Command {
  /// Runs many calls and tells what they came to.
  static let stats = Command(
    "stats", .expression, of: .source(.any), options: [("calls", .int), ("seed", .int)],
    saving: .result,
    "runs many calls: success with its interval, attempts, latency percentiles, waits, errors, load",
    example: "stats op(fails: 30%).retry(3) calls 20_000"
  ) { (session, call) throws(Diagnostic) in
    let source = try call.source()
    let trials = try session.trials(call)
    let measured = trials.measure(source)
    session.endProgress()
    if session.settings.isTimed {
      session.say(.message("run on the \(trials.path(for: source).words)"))
    }
    session.lastResult = .stats(measured)
    if session.settings.isJSON {
      session.say(
        json: MeasurementJSON(measured, subject: call.subjectText, seed: trials.seed).json)
    } else {
      let report = StatsReport(
        measured, subject: call.subjectText, seed: trials.seed, exact: ClosedForm(source),
        style: session.settings.style)
      session.say(.result(report.text))
    }
    return .ready
  }

  /// Runs several strategies on the same faults.
  static let compare = Command(
    "compare", .expressions, of: .source(.any), options: [("calls", .int), ("seed", .int)],
    saving: .result,
    "runs several strategies on the same faults, and tells how each differs from the first",
    example:
      "let f = op(fails: 30%, latency: exponential(100ms))\ncompare f, f.retry(2), f.retry(3) calls 5000"
  ) { (session, call) throws(Diagnostic) in
    let sources = call.subjects.compactMap(\.item.source)
    guard sources.count >= 2 else {
      throw Diagnostic(.missingArgument, "'compare' needs two strategies at least", at: call.range)
    }
    let subjects = call.subjects.map { subject in
      if case .run(let record) = subject.item { record.subject } else { subject.text }
    }
    let trials = try session.trials(call)
    let comparison = trials.compare(sources)
    session.endProgress()
    session.lastResult = comparison.rows.last.map { .stats($0.measured) }
    if session.settings.isJSON {
      for (row, subject) in zip(comparison.rows, subjects) {
        session.say(
          json: MeasurementJSON(
            row.measured, subject: subject, seed: trials.seed,
            parameters: ["strategy": .string(subject)]
          ).json)
      }
    } else {
      let report = ComparisonReport(
        comparison, subjects: subjects, seed: trials.seed, style: session.settings.style)
      session.say(.result(report.text))
    }
    return .ready
  }
}
