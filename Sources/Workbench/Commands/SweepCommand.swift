import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension Command {
  static let sweep = Command(
    "sweep", .loop, options: [.calls, .seed, .over, .runs], gives: .table, role: .result,
    "measures a strategy or a load for each value of a parameter, or for each combination of several, on the same faults",
    example: "let f = op(fails: 30%)\nsweep n in 1...5 { f.retry(n) } calls 2000"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard case .function(let body)? = call.subjects.last?.item, let written = call.expressions.last
    else { return .ready }
    let types = call.subjects.compactMap(\.type.element)
    let values = call.subjects.dropLast().map(\.item.elements)
    if let empty = values.firstIndex(where: \.isEmpty) {
      throw Diagnostic(
        .impossibleValue, "'\(call.words[empty].text)' has no values, or too many",
        at: call.range)
    }
    guard Set(call.words.map(\.text)).count == call.words.count else {
      throw Diagnostic(.extraArgument, "use a different name for each parameter", at: call.range)
    }
    let count = values.reduce(1) { count, values in
      let (product, isOver) = count.multipliedReportingOverflow(by: values.count)
      return isOver ? .max : product
    }
    try workspace.settings.limits.checkRows(
      count, "a sweep", "combinations of values", at: call.range)
    let points = Sweep.points(values)
    var subjects: [Runnable] = []
    for point in points {
      let values = point.map(Description.item).joined(separator: ", ")
      let item: RuntimeValue
      do throws(Fault) {
        item = try body.made(of: point)
      } catch {
        let reason =
          if case .text(let reason)? = error.payload { reason } else { "the body fails: .\(error)" }
        throw Diagnostic(.impossibleValue, "\(reason), for \(values)", at: call.range)
      }
      guard let subject = Runnable(item), subject.isLoad == subjects.first?.isLoad ?? subject.isLoad
      else {
        throw Diagnostic(
          .impossibleValue, "the body is not an operation or a load for \(values)",
          at: call.range)
      }
      subjects.append(subject)
    }
    let (rows, origin) = try workspace.rows(at: points, of: subjects, call)
    let sweep = Sweep(
      names: call.words.map(\.text), types: types, rows: rows, planned: points.count)
    workspace.conclude(
      .sweep(sweep), of: nil, subject: Formatter().text(written), seed: origin.seed,
      spread: origin.spread, calls: rows.first?.calls.planned ?? 0)
    return .ready
  }
}

extension Workspace {
  fileprivate func rows(
    at points: [[RuntimeValue]], of subjects: [Runnable], _ call: CommandCall
  ) throws(Diagnostic) -> (rows: [Sweep.Row], origin: CallOrigin) {
    let loads = subjects.compactMap { if case .load(let load) = $0 { load } else { nil } }
    guard loads.isEmpty else {
      let (samples, seed) = try samples(of: loads, call)
      let rows = zip(points, samples).map {
        Sweep.Row(values: $0, source: nil, calls: .concurrent($1))
      }
      return (rows, CallOrigin(seed: seed))
    }
    for subject in subjects.prefix(1) { try call.check(subject) }
    let trials = try runner.trials(call)
    var (rows, paths): ([Sweep.Row], [ExecutionPath]) = ([], [])
    let sources = subjects.compactMap { if case .calls(let source) = $0 { source } else { nil } }
    for (index, (point, source)) in zip(points, sources).enumerated() {
      let plan = trials.plan(source)
      let measured = trials.part(index, of: points.count).measure(plan)
      paths.append(plan.path)
      rows.append(Sweep.Row(values: point, source: source, calls: .independent(measured)))
      if runner.isInterrupted { break }
    }
    reportPaths(paths)
    return (rows, CallOrigin(seed: trials.seed, spread: trials.spread))
  }
}

extension Runnable {
  fileprivate var isLoad: Bool { if case .load = self { true } else { false } }
}

extension Limits {
  /// Throws if a table would have too many rows.
  func checkRows(
    _ count: Int, _ what: String, _ rowsName: String, each weight: Int = 1, at range: Range<Int>
  ) throws(Diagnostic) {
    let most = rows / weight
    guard count > most else { return }
    let (needed, isOver) = count.multipliedReportingOverflow(by: weight)
    throw Diagnostic(
      .impossibleValue, "\(what) has at most \(most) \(rowsName), not \(count)", at: range,
      fixIt: needed > 100_000 || isOver ? nil : .advice("'set rows \(needed)' raises the limit"))
  }
}

extension Sweep {
  /// Every combination of values; the last parameter changes fastest.
  fileprivate static func points(_ values: [[RuntimeValue]]) -> [[RuntimeValue]] {
    values.reduce([[]]) { points, choices in
      points.flatMap { point in choices.map { point + [$0] } }
    }
  }
}
