import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Names calls for which a condition holds.
  static let find = Command(
    "find", .expression, of: .source(.any),
    options: [("calls", .int), ("seed", .int), ("first", .int)],
    conditions: whereCalls,
    gives: .findings, saving: .result,
    "names the first calls for which a condition on latency, attempts, waited, success, error or outcome holds, and tells how common they are; 'run X call N' shows one",
    example:
      "find op(fails: 50%, latency: exponential(100ms)).retry(3) where latency > 800ms first 3"
  ) { (session, call) throws(Diagnostic) in
    let condition = try call.condition()
    let trials = try session.trials(call)
    let first = try call.count("first", least: 1, most: 1000) ?? 5
    let source = try call.source()
    let findings = trials.find(source, first: first, where: condition)
    session.tellWays([trials.singleWay(of: source)])
    let found = FindResult(
      findings: findings, subject: call.subjectText, seed: trials.seed,
      isUsualSeed: trials.seed == session.settings.seed)
    session.conclude(found, call, trials)
    return .ready
  }
}

/// The calls that were found.
private struct FindResult: MeasuredResult {
  let findings: Findings
  let subject: String
  let seed: UInt64
  /// Whether calls have this seed where none is named.
  let isUsualSeed: Bool

  var type: Type { .findings }
  var last: LastResult? { nil }
  var bytes: Int { findings.calls.count * MemoryLayout<UInt64>.stride }
  var csv: MeasurementCSV? { nil }
  var json: [JSONValue] {
    let json: JSONValue = [
      "kind": "find", "subject": .string(subject), "seed": .unsigned(seed),
      "calls": .unsigned(findings.searched), "found": .unsigned(findings.count),
      "first": .list(findings.calls.map(JSONValue.unsigned)),
    ]
    return [findings.isPartial ? json.adding("is_partial", .bool(true)) : json]
  }

  func item(_ name: String) -> Item? {
    switch name {
    case "found": .list(findings.calls.map { .value(.int(Int(clamping: $0))) })
    case "count": .value(.int(Int(clamping: findings.count)))
    case "calls": .value(.int(Int(clamping: findings.searched)))
    case "share": findings.share.map { .value(.double($0.value)) }
    default: nil
    }
  }

  func text(_ style: Style) -> String {
    let searched = findings.searched.counting("call")
    let partial = findings.isPartial ? ", partial" : ""
    guard let share = findings.share, let call = findings.calls.first else {
      return "none of \(searched)\(partial)"
    }
    let list = findings.calls.map { "\($0)" }.joined(separator: ", ")
    let more = findings.count > findings.calls.count ? ", …" : ""
    let seed = isUsualSeed ? "" : " seed \(seed)"
    let text = """
      \(findings.calls.count == 1 ? "call" : "calls") \(list)\(more)
      \(findings.count.grouped) of \(searched), \(Figures.shortShare(share.value))\(partial); 'run \(subject) call \(call)\(seed)' shows the first
      """
    return Wrapping.prose(text, width: style.width)
  }
}
