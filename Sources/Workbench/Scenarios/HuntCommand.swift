import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Looks for a call in which something shows, and makes it as short as it can be.
  static let hunt = Command(
    "hunt", .expression, of: .source(.any),
    options: [("calls", .int), ("seeds", .int), ("seed", .int)],
    conditions: whereCalls, gives: .run,
    saving: .result,
    "looks through calls, of so many seeds, for one for which a condition holds, and shrinks it to the shortest script of outcomes that still shows it",
    example:
      "hunt op(fails: 30%, latency: exponential(100ms)).retry(3) where latency > 500ms && success"
  ) { (session, call) throws(Diagnostic) in
    let shows = try call.condition()
    let trials = try session.trials(call)
    let seeds = try call.count("seeds", least: 1, most: 1_000_000) ?? 10
    let source = try call.source()
    let (place, searched) = trials.hunt(source, seeds: UInt64(seeds), where: shows)
    session.endProgress()
    guard let place else {
      session.tellNothing(searched, call.subjectText)
      return .ready
    }
    let machine = session.machine(source, seed: place.seed)
    let hunt = Hunt(
      source: source, subject: call.subjectText, searched: searched,
      trace: machine.trace(call: place.call))
    session.endProgress()
    session.conclude(hunt, shortened: session.shortened(hunt, shows))
    return .ready
  }
}

/// A call that was found.
private struct Hunt {
  let source: Simulation.Source
  let subject: String
  let searched: UInt64
  let trace: Trace
}

/// The same call, made short, as a text that shows it again.
private struct Shortened {
  let lines: [String]
  let record: RunRecord
  let outcomes: Int
  let outcomesBefore: Int
}

extension Trials {
  /// Looks for the first call for which something holds, seed by seed.
  fileprivate func hunt(
    _ source: Source, seeds: UInt64, where shows: @escaping @Sendable (CallResult) -> Bool
  ) -> (place: (seed: UInt64, call: UInt64)?, searched: UInt64) {
    var searched: UInt64 = 0
    for offset in 0..<seeds {
      var trials = part(Int(offset), of: Int(seeds))
      trials.seed = seed &+ offset
      let findings = trials.find(source, first: 1, where: shows)
      searched += findings.searched
      if let call = findings.calls.first { return ((trials.seed, call), searched) }
      if findings.isPartial { break }
    }
    return (nil, searched)
  }
}

extension Session {
  /// Makes a call short, and writes it down; nothing where the text would not show the same.
  fileprivate func shortened(
    _ hunt: Hunt, _ shows: @escaping (CallResult) -> Bool
  ) -> Shortened? {
    let shrinking = Shrinking(
      hunt.source, trace: hunt.trace, limits: settings.limits,
      isInterrupted: terminal.isInterrupted,
      showing: shows)
    guard var shrinking else { return nil }
    let before = shrinking.count
    shrinking.shrink(to: settings.seed)
    let transcript = Transcript(of: hunt.subject, definitions, scripts: shrinking.scripts)
    let call = shrinking.call == 0 ? "" : " call \(shrinking.call)"
    let seed = shrinking.seed == settings.seed ? "" : " seed \(shrinking.seed)"
    let lines = transcript.lines + ["run \(transcript.text)\(call)\(seed)"]
    guard let record = record(of: lines), shows(record.trace.result) else { return nil }
    return Shortened(
      lines: lines, record: record, outcomes: shrinking.count, outcomesBefore: before)
  }

  /// Runs lines as somebody would who pastes them, and returns the call that they run.
  private func record(of lines: [String]) -> RunRecord? {
    var session = Session(settings: settings, outside: outside, terminal: terminal.watching) { _ in
    }
    guard session.run(lines.joined(separator: "\n")) == .ready,
      case .run(let record)? = session.lastResult
    else { return nil }
    return record
  }

  fileprivate mutating func conclude(_ hunt: Hunt, shortened: Shortened?) {
    let (seed, call) = (hunt.trace.seed, hunt.trace.result.call)
    guard let shortened else {
      tell(hunt, [])
      if !settings.isJSON {
        say(
          prose:
            "it cannot be written as a script; 'run \(hunt.subject) call \(call) seed \(seed)' shows it"
        )
      }
      return keep(
        RunRecord(source: hunt.source, subject: hunt.subject, trace: hunt.trace))
    }
    tell(hunt, shortened.lines)
    keep(shortened.record)
    if !settings.isJSON {
      let (count, before) = (shortened.outcomes, shortened.outcomesBefore)
      let shrunk =
        count < before
        ? "\(before) outcomes, of which \(count) are left" : "\(count.counting("outcome"))"
      say(.result(([shrunk + ":"] + shortened.lines.map { "  " + $0 }).joined(separator: "\n")))
    }
    show(shortened.record)
  }

  private func tell(_ hunt: Hunt, _ lines: [String]) {
    let (seed, call) = (hunt.trace.seed, hunt.trace.result.call)
    if settings.isJSON {
      return say(json: [
        "kind": "hunt", "subject": .string(hunt.subject), "seed": .unsigned(seed),
        "call": .unsigned(call), "searched": .unsigned(hunt.searched),
        "script": .list(lines.map { .string($0) }),
      ])
    }
    say(prose: "call \(call) of seed \(seed), after \(hunt.searched.counting("call"))")
  }

  fileprivate func tellNothing(_ searched: UInt64, _ subject: String) {
    let partial = isInterrupted ? ", partial" : ""
    if settings.isJSON {
      let json: JSONValue = [
        "kind": "hunt", "subject": .string(subject), "seed": .null, "call": .null,
        "searched": .unsigned(searched), "script": [],
      ]
      return say(json: isInterrupted ? json.adding("is_partial", .bool(true)) : json)
    }
    say(prose: "none of \(searched.counting("call"))\(partial)")
  }
}
