import Measurement
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// Renders the events of a session as JSON, one object per line.
package struct JSONRenderer {
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
    InterruptionCheck(isInterrupted).laidOut(trace, orElse: few) { trace, interruption in
      RunJSON(trace: trace, subject: subject, interruption: interruption).json.versioned.text(
        interruption)
    }.text
  }

  private func texts(of series: CallSeries) -> [String] {
    var texts: [String] = []
    let tracer = series.tracer
    for result in series.results {
      if isInterrupted?() == true { break }
      guard let trace = tracer(result) else { continue }
      texts.append(text(trace, orElse: trace.shortened(to: 1000), series.subject))
    }
    return texts
  }
}

// MARK: - Objects

extension JSONRenderer {
  /// Returns the objects of an event, including messages for the user.
  static func all(of event: Event, _ units: TextUnits = .characters) -> [JSONValue] {
    switch event {
    case .diagnosed(let diagnostic, let source): return [mistake(diagnostic, source, units)]
    case .defined(let named, let hidden):
      return [JSONForms.definition.json(of: (named, hidden != nil))]
    case .narrated(let text): return [JSONForms.narration.json(of: text)]
    case .tookWays(let ways): return [JSONForms.ways.json(of: ways.map(\.phrase))]
    case .took(let span): return [JSONForms.took.json(of: span)]
    case .note(let text): return text.isEmpty ? [] : [JSONForms.note.json(of: text)]
    case .expected(let expectation):
      return objects(of: event).map { $0.adding("line", expectation.line.json) }
    default: return objects(of: event)
    }
  }

  /// Returns the objects of an event; none for a message to the user.
  static func objects(of event: Event) -> [JSONValue] {
    switch event {
    case .shown(let definition): [JSONForms.value.json(of: definition)]
    case .listed(let all, _): all.map { JSONForms.definition.json(of: ($0, nil)) }
    case .ran(let record): [RunJSON(trace: record.trace, subject: record.subject).json]
    case .played(.calls(let records), _):
      records.map { RunJSON(trace: $0.trace, subject: $0.subject).json }
    case .ranSeries(let series):
      series.results.compactMap(series.tracer).map {
        RunJSON(trace: $0, subject: series.subject).json
      }
    case .measured, .played(.loads, _):
      event.measurements.flatMap { MeasuredJSON($0).objects }
    case .weighed(let record): MeasuredJSON(record, isWeighed: true).objects
    case .hunted(let hunt): [JSONForms.hunt.json(of: hunt)]
    case .expected(let expectation): [JSONForms.expectation.json(of: expectation)]
    case .explained(let explanation): [JSONForms.explanation.json(of: explanation)]
    case .reasoned(let reasons): [JSONForms.reasons.json(of: reasons)]
    case .stepped(let step): [JSONForms.step.json(of: step)]
    case .checked(let check): [JSONForms.exercise.json(of: check)]
    case .replayed(let scenario): [JSONForms.replay.json(of: scenario)]
    case .diagnosed(let diagnostic, let source): [mistake(diagnostic, source)]
    case .fitted(let file, _, _): [JSONForms.fitted.json(of: file)]
    case .logged(let definition, let report): [JSONForms.log.json(of: (definition, report))]
    case .listedSettings(let settings): settings.map(JSONForms.setting.json)
    case .text(let text): [JSONForms.text.json(of: text)]
    case .paused, .defined, .narrated, .typed, .kept, .replaced, .tookWays, .took, .note, .restyled:
      []
    }
  }

  private static func mistake(
    _ diagnostic: Diagnostic, _ source: SourceText, _ units: TextUnits = .characters
  ) -> JSONValue {
    let place = source.place(of: diagnostic.range.lowerBound)
    let known = diagnostic.range.clamped(to: source.characters.indices)
    var suggestion: String?
    if case .replacement(let text)? = diagnostic.fixIt { suggestion = text }
    return ErrorJSON(
      message: diagnostic.message, line: place.line,
      column: units.count(of: source.line(place.line).prefix(place.column - 1)) + 1,
      // What lies behind the end counts as well.
      length: units.count(of: source.characters[known]) + diagnostic.range.count - known.count,
      suggestion: suggestion
    ).json
  }
}
