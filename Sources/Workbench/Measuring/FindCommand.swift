import Measurement
import Report
import RetryLanguage
import Simulation

extension Command {
  /// Names calls for which a condition holds.
  static let find = Command(
    "find", .expression, of: .source(.any),
    options: [("calls", .int), ("seed", .int), ("first", .int)],
    conditions: [
      "where": [
        ("latency", .duration), ("attempts", .int), ("waited", .duration), ("succeeded", .bool),
        ("error", .fault),
      ]
    ], saving: .result,
    "names the first calls for which a condition holds, and tells how common they are; 'run X call N' shows one",
    example:
      "find op(fails: 50%, latency: exponential(100ms)).retry(3) where latency > 800ms first 3"
  ) { (session, call) throws(Diagnostic) in
    guard case .function(let condition)? = call.options["where"]?.item else {
      throw Diagnostic(.missingArgument, "'find' needs 'where' and a condition", at: call.range)
    }
    let trials = try session.trials(call)
    let first = try call.count("first", least: 1, most: 1000) ?? 5
    let findings = trials.find(try call.source(), first: first) { condition.holds($0.facts) }
    session.endProgress()
    session.tell(findings, call.subjectText, trials.seed)
    return .ready
  }
}

extension CallResult {
  /// What a condition of `find` is asked about.
  fileprivate var facts: [Item] {
    var (error, succeeded) = (Fault("none"), false)
    switch outcome {
    case .failure(let fault): error = fault
    case .success: succeeded = true
    default: break
    }
    return [
      .value(.duration(duration)), .value(.int(tally.attempts)), .value(.duration(tally.waited)),
      .value(.bool(succeeded)), .value(.fault(error)),
    ]
  }
}

extension Session {
  fileprivate func tell(_ findings: Findings, _ subject: String, _ seed: UInt64) {
    if settings.isJSON {
      return say(json: [
        "kind": "find", "subject": .string(subject), "seed": .unsigned(seed),
        "calls": .unsigned(findings.searched), "found": .unsigned(findings.count),
        "first": .list(findings.calls.map(JSONValue.unsigned)),
      ])
    }
    guard let share = findings.share, let call = findings.calls.first else {
      let partial = findings.isPartial ? ", partial" : ""
      return say(.result("none of \(findings.searched) calls\(partial)"))
    }
    let list = findings.calls.map { "\($0)" }.joined(separator: ", ")
    let more = findings.count > findings.calls.count ? ", …" : ""
    let partial = findings.isPartial ? ", partial" : ""
    say(
      prose: """
        calls \(list)\(more)
        \(findings.count) of \(findings.searched) calls, \(Description.share(.double(share.value)))\(partial); 'run \(subject) call \(call)' shows the first
        """)
  }
}
