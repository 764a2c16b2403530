import Measurement
import RetryLanguage
import Simulation

extension Command {
  static let presets = Command(
    "presets", .optionalExpression, of: .source(.any), options: [.number, .calls, .seed, .over],
    gives: .table, role: .result,
    "lists the policies of real libraries, or compares them on an operation: with 'number 3', as they are when given 3",
    example: "let f = op(fails: 50%)\npresets f number 3 calls 2000"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard let subject = call.subjects.first else {
      guard call.options.isEmpty else {
        throw Diagnostic(
          .missingArgument, "'presets' compares on an operation, which is missing", at: call.range,
          fixIt: .advice("for example: presets op(fails: 50%) number 3"))
      }
      workspace.emit(.text(PresetText.list))
      return .ready
    }
    let (known, left) = try workspace.policies(
      told: call.count(.number), at: call.range(of: .number))
    let source = try call.source()
    let sources = [source] + known.map { source.retry($0.strategy) }
    try workspace.settings.limits.checkRows(
      sources.count, "a comparison", "strategies", each: Limits.rowsPerComparedStrategy,
      at: call.range)
    let trials = try workspace.runner.trials(call)
    if !left.isEmpty {
      workspace.emit(.note("left out: \(left.joined(separator: ", "))"))
    }
    let subjects =
      [ComparedSubject(source, subject.subject)]
      + zip(sources.dropFirst(), known).map { ComparedSubject($0, $1.name) }
    workspace.conclude(
      .comparison(.strategies(trials.compare(sources)), of: subjects), call, trials)
    return .ready
  }
}

extension Workspace {
  /// Returns the policies of all libraries that can be told a number, or of all, and the names of the others.
  ///
  /// A library that refuses the number is left out with its reason.
  fileprivate func policies(
    told number: Int?, at range: Range<Int>
  ) throws(Diagnostic) -> (known: [(name: String, strategy: RetryStrategy)], left: [String]) {
    var known: [(name: String, strategy: RetryStrategy)] = []
    var left: [String] = []
    for preset in Preset.all {
      guard number == nil || preset.hasCount else {
        left.append("\(preset.name) (it has no such number)")
        continue
      }
      switch Preset.policy(of: preset.call(count: number)) {
      case .success(let strategy): known.append((preset.name, strategy))
      case .failure(let failure):
        left.append("\(preset.name) (\(failure.diagnostics.first?.message ?? "it is refused"))")
      }
    }
    guard !known.isEmpty else {
      throw Diagnostic(.impossibleValue, "no library takes this number", at: range)
    }
    return (known, left)
  }
}
