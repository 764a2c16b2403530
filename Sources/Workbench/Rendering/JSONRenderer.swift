import Measurement
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// Renders the events of a session as JSON, one object per line.
package struct JSONRenderer: Renderer {
  /// Returns whether the user has interrupted the output.
  private let isInterrupted: (@Sendable () -> Bool)?

  /// Creates a renderer that shortens long results when the user interrupts.
  package init(isInterrupted: (@Sendable () -> Bool)? = nil) {
    self.isInterrupted = isInterrupted
  }

  package mutating func outputs(of event: Event) -> [Output] {
    switch event {
    case .ran(let record): [.result(text(of: record))]
    case .played(.calls(let records), _): records.map { .result(text(of: $0)) }
    case .ranSeries(let series): texts(of: series).map(Output.result)
    case .diagnosed: Self.objects(of: event).map { .mistake($0.versioned.text) }
    default: Self.objects(of: event).map { .result($0.versioned.text) }
    }
  }

  private func text(of record: RunRecord) -> String {
    let few = record.trace.shortened(to: 1000)
    let isStopped = record.trace.result.outcome == .stopped(.person)
    return text(isStopped ? few : record.trace, orElse: few, record.subject)
  }

  private func text(_ trace: Trace, orElse few: Trace, _ subject: String) -> String {
    Patience(isInterrupted).laidOut(trace, orElse: few) { trace, patience in
      RunJSON(trace: trace, subject: subject, patience: patience).json.versioned.text(patience)
    }.text
  }

  private func texts(of series: CallSeries) -> [String] {
    let machine = series.machine
    var texts: [String] = []
    for result in series.results {
      if isInterrupted?() == true { break }
      let trace = machine.trace(call: result.call)
      texts.append(text(trace, orElse: trace.shortened(to: 1000), series.subject))
    }
    return texts
  }
}

// MARK: - Objects

extension JSONRenderer {
  /// Returns the objects of an event, including messages for the user.
  static func all(of event: Event) -> [JSONValue] {
    switch event {
    case .defined(let named, let hidden):
      let hides = JSONValue.Member(key: "hides", value: .bool(hidden != nil))
      return [definition(named).adding(hides.key, hides.value)]
    case .narrated(let text): return [["kind": "narration", "text": .string(text)]]
    case .tookWays(let ways):
      return [["kind": "ways", "ways": .list(ways.map { .string($0.words) })]]
    case .took(let span): return [["kind": "took", "duration_ns": JSONValue(span)]]
    case .note(let text): return text.isEmpty ? [] : [["kind": "note", "text": .string(text)]]
    case .expected(let expectation):
      return [self.expectation(expectation).adding("line", line(expectation.line))]
    default: return objects(of: event)
    }
  }

  private static func line(_ line: Int?) -> JSONValue { line.map { .int(Int64($0)) } ?? .null }

  /// Returns the objects of an event; none for a message to the user.
  static func objects(of event: Event) -> [JSONValue] {
    switch event {
    case .shown(let definition): [value(definition)]
    case .listed(let all, _): all.map(self.definition)
    case .ran(let record): [RunJSON(trace: record.trace, subject: record.subject).json]
    case .played(.calls(let records), _):
      records.map { RunJSON(trace: $0.trace, subject: $0.subject).json }
    case .ranSeries(let series):
      series.results.map { result in
        let trace = series.machine.trace(call: result.call)
        return RunJSON(trace: trace, subject: series.subject).json
      }
    case .measured, .played(.loads, _):
      event.measurements.flatMap { MeasuredJSON($0).objects }
    case .weighed(let record): MeasuredJSON(record, isWeighed: true).objects
    case .hunted(let hunt): [self.hunt(hunt)]
    case .expected(let expectation): [self.expectation(expectation)]
    case .explained(let explanation): [self.explanation(explanation)]
    case .reasoned(let reasons): [self.reasons(reasons)]
    case .stepped(let step): [self.step(step)]
    case .checked(let check): [exercise(check)]
    case .replayed(let scenario): [replay(scenario)]
    case .diagnosed(let diagnostic, let source): [mistake(diagnostic, source)]
    case .listedSettings(let settings): settings.map(setting)
    case .text(let text): [["kind": "text", "text": .string(text)]]
    case .paused, .defined, .narrated, .typed, .kept, .replaced, .tookWays, .took, .note, .resized:
      []
    }
  }

  private static func mistake(_ diagnostic: Diagnostic, _ source: SourceText) -> JSONValue {
    let place = source.place(of: diagnostic.range.lowerBound)
    var suggestion: String?
    if case .replacement(let text)? = diagnostic.mend { suggestion = text }
    return ErrorJSON(
      message: diagnostic.message, line: place.line, column: place.column,
      length: diagnostic.range.count, suggestion: suggestion
    ).json
  }

  private static func definition(_ named: NamedDefinition) -> JSONValue {
    [
      "kind": "definition", "name": .string(named.name),
      "type": .string(named.definition.type.description),
      "text": .string(Description.value(named.definition)),
      "written": .string(named.definition.written(as: named.name)),
    ]
  }

  private static func setting(_ setting: SettingValue) -> JSONValue {
    [
      "kind": "setting", "name": .string(setting.name), "value": .string(setting.value),
      "origin": .string(setting.origin), "meaning": .string(setting.meaning),
    ]
  }

  private static func value(_ definition: Definition) -> JSONValue {
    let value = FigureJSON(item: definition.item, type: definition.type)
    return .object([
      .init(key: "kind", value: "value"),
      .init(key: "subject", value: .string(definition.text)),
      .init(key: "type", value: .string(definition.type.description)),
      .init(key: "value" + value.unit, value: value.json),
      .init(key: "text", value: .string(Description.value(definition))),
    ])
  }

  private static func hunt(_ hunt: Hunt) -> JSONValue {
    let trace = hunt.found?.trace
    let lines = hunt.found?.shortened?.lines ?? []
    let json: JSONValue = [
      "kind": "hunt", "subject": .string(hunt.subject),
      "seed": trace.map(\.seed.seedValue) ?? .null,
      "call": trace.map { .unsigned($0.result.call) } ?? .null,
      "searched": .unsigned(hunt.searched), "script": .list(lines.map { .string($0) }),
    ]
    let all = json.adding(drawsOf: trace?.seed ?? 0)
    return hunt.isPartial ? all.adding("is_partial", .bool(true)) : all
  }

  private static func expectation(_ expectation: Expectation) -> JSONValue {
    let object: JSONValue = [
      "kind": "expect", "condition": .string(expectation.text),
      "met": .bool(expectation.judgement == .met),
      "uncertain": .bool(expectation.judgement == .undecided),
      "figures": .object(expectation.figures.map(\.json)),
    ]
    return expectation.older.map { object.adding("older", .string($0.name)) } ?? object
  }

  private static func exercise(_ check: ExerciseCheck) -> JSONValue {
    [
      "kind": "exercise", "name": .string(check.name), "answer": .string(check.answer),
      "right": .bool(check.isRight), "met": .bool(check.isMet),
      "goals": .list(check.lines.map { .string($0) }),
    ]
  }

  private static func replay(_ scenario: ReplayedScenario) -> JSONValue {
    [
      "kind": "replay", "path": .string(scenario.path),
      "same": .bool(scenario.replay.changes.isEmpty),
      "changes": .list(scenario.replay.changes.map(change)),
      "notes": .list(scenario.replay.notes.map { .string($0) }),
    ]
  }
}

extension JSONRenderer {
  private static func change(_ change: Replay.Change) -> JSONValue {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    return [
      "result": .int(Int64(change.result)), "title": .string(change.title),
      "key": text(change.key), "recorded": text(change.recorded), "found": text(change.found),
      "within_chance": .bool(change.verdict == .withinChance),
    ]
  }
}

// MARK: - Explanations

extension JSONRenderer {
  private static func explanation(_ explanation: Explanation) -> JSONValue {
    [
      "kind": "explain", "subject": .string(explanation.subject),
      "most_attempts": explanation.mostAttempts.map { .int(Int64($0)) } ?? .null,
      "longest_ns": explanation.longestTime.map { JSONValue($0) } ?? .null,
      "parts": .list(
        explanation.parts.map { part in
          [
            "depth": .int(Int64(part.depth)), "text": .string(part.words),
            "details": .list(part.details.map { .string($0) }),
          ]
        }),
      "warnings": .list(explanation.warnings.map { .string($0) }),
    ]
  }

  private static func reasons(_ reasons: Reasons) -> JSONValue {
    let trace = reasons.record.trace
    let json: JSONValue = [
      "kind": "why", "subject": .string(reasons.record.subject), "seed": trace.seed.seedValue,
      "call": .unsigned(trace.result.call), "outcome": .string(trace.result.outcome.key),
      "attempts": .int(Int64(trace.result.tally.attempts)),
      "duration_ns": JSONValue(trace.result.duration),
      "decisions": .list(reasons.decisions.map(decision)),
      "against": .list(
        reasons.alternatives.map { other in
          [
            "subject": .string(other.subject), "outcome": .string(other.result.outcome.key),
            "attempts": .int(Int64(other.result.tally.attempts)),
            "duration_ns": JSONValue(other.result.duration),
          ]
        }),
    ]
    return json.adding(spread: trace.spread).adding(drawsOf: trace.seed)
  }

  private static func decision(_ decision: Reasons.Decision) -> JSONValue {
    var fault: Fault?
    switch decision.cause {
    case .failure(let error), .notified(let error): fault = error
    case .deadline, .cache: break
    }
    return [
      "t_ns": JSONValue(decision.at), "cause": .string(decision.cause.key),
      "op": decision.attempt.map { .string($0.operation) } ?? .null,
      "n": decision.attempt.map { .int(Int64($0.number)) } ?? .null,
      "error": fault.map { JSONValue($0) } ?? .null,
      "questions": .list(
        decision.questions.map {
          ["question": .string($0.question), "answer": .string($0.answer)]
        }),
      "verdicts": .list(decision.verdicts.map { .string($0) }),
    ]
  }

  private static func step(_ step: Step) -> JSONValue {
    let snapshot = step.snapshot
    return [
      "kind": "step", "subject": .string(step.record.subject),
      "moment": .int(Int64(snapshot.moment)), "t_ns": JSONValue(snapshot.now.sinceStart),
      "is_over": .bool(snapshot.outcome != nil), "is_asked": .bool(step.isAsked),
      "events": .list(RunJSON.events(step.events, of: step.record.trace)),
      "pending": .list(
        snapshot.pending.map { event in
          [
            "t_ns": JSONValue(event.at.sinceStart), "title": .string(event.title),
            "activity": .string(event.activity),
          ]
        }),
      "plan": part(snapshot.plan, depth: 0),
      "memories": .list(
        snapshot.memories.map { ["name": .string($0.name), "state": .string($0.state)] }),
    ]
  }

  private static func part(_ part: Snapshot.Part, depth: Int) -> JSONValue {
    let inputs = depth < 40 ? part.inputs.map { self.part($0, depth: depth + 1) } : []
    return [
      "title": .string(part.title),
      "activity": part.activity.map { .string($0) } ?? .null, "inputs": .list(inputs),
    ]
  }
}

extension Reasons.Cause {
  fileprivate var key: String {
    switch self {
    case .failure: "failure"
    case .deadline: "deadline"
    case .notified: "notified"
    case .cache: "cache"
    }
  }
}
