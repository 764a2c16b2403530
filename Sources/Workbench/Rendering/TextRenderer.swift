import Measurement
import Pictures
import Report
import RetryLanguage
import RetryNumerics
import Simulation
package import TextLayout

/// Renders the events of a session as text.
package struct TextRenderer: Renderer {
  /// The style of text.
  package var style: Style
  /// The rows of the screen, if a person sees one.
  private var screenRows: Int?
  /// Returns whether the user has interrupted the output.
  private let isInterrupted: (@Sendable () -> Bool)?
  /// The layout of the last call in the stepper.
  private var stepped = SteppedCall()

  /// Creates a renderer that shortens long layouts when the user interrupts.
  package init(_ style: Style = Style(), isInterrupted: (@Sendable () -> Bool)? = nil) {
    self.style = style
    self.isInterrupted = isInterrupted
  }

  package mutating func outputs(of event: Event) -> [Output] {
    // Whatever a text, a name or a payload contains, only what draws reaches the terminal.
    let outputs = drawing(of: event).map { $0.mapped(SafeText.lines) }
    return style.isUnicode ? outputs : outputs.map(\.plain)
  }

  private mutating func drawing(of event: Event) -> [Output] {
    switch event {
    case .defined(let named, let hidden): defined(named, hidden)
    case .replaced(let old, let new): replaced(old, new)
    case .shown(let definition): [.result(Description.value(definition))]
    case .listed(let all, let areWritten): [.result(list(all, areWritten))]
    case .narrated(let text): [.message(Wrapping.prose(text.sanitized, width: style.width))]
    case .typed(let text, let commands): [.message(typed(text, commands))]
    case .kept(let names): [.message(kept(names))]
    case .ran(let record): ran(record)
    case .paused(let record, let events): paused(record, events)
    case .ranSeries(let series): ran(series)
    case .played(let played, let isShown): self.played(played, isShown)
    case .measured(let record, let sessionSeed, let isNew):
      measured(MeasuredText(record, sessionSeed: sessionSeed, style), isNew: isNew)
        + warnings(on: record.sources)
    case .weighed(let record):
      [.result(MeasuredText(record, sessionSeed: record.seed, style).weighing)]
    case .hunted(let hunt):
      [result(HuntText(hunt).summary)]
        + [HuntText(hunt).script].compactMap(\.self).map(Output.result)
    case .expected(let expectation): expected(expectation)
    case .explained(let explanation): [.result(ExplanationText(explanation, style).text)]
    case .reasoned(let reasons): reasoned(reasons)
    case .stepped(let step): stepped.outputs(of: step, style, InterruptionCheck(isInterrupted))
    case .checked(let check): checked(check)
    case .replayed(let scenario): replayed(scenario)
    case .diagnosed(let diagnostic, let source):
      [.mistake(DiagnosticReport(diagnostic, in: source, style).text)]
    case .listedSettings(let settings): [result(SettingsText.text(settings))]
    case .tookWays(let ways): [.message(ways.phrase)]
    case .took(let span): [.message("took \(span.brief)")]
    case .text(let text): [result(text)]
    case .note(let text): [.message(text)]
    case .restyled(let columns, let rows, let charts): restyled(columns, rows, charts)
    }
  }

  /// A result wrapped to the width.
  private func result(_ text: String) -> Output {
    .result(Wrapping.prose(text, width: style.width))
  }

  /// A statement behind the prompt, as it looks when a person types it.
  private func typed(_ text: String, _ commands: [CommandShape]) -> String {
    let prompt = "retry> "
    let safe = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).sanitized }.joined(separator: "\n")
    guard style.isColoured else { return prompt + safe }
    let source = SourceText(safe)
    let colours = SyntaxColours(Lexer.tokens(of: source).tokens, of: source, commands: commands)
    return Ink.prompt.paint(prompt) + InkedRange.paint(safe, colours.ranges)
  }

  /// The names of results, the first and the last of many.
  private func kept(_ names: [String]) -> String {
    let words =
      "kept as "
      + (names.count > 3
        ? "\(names[0]) to \(names[names.count - 1])" : names.joined(separator: ", "))
    return style.isColoured ? Ink.faint.paint(words) : words
  }

  private mutating func restyled(_ columns: Int, _ rows: Int?, _ charts: Style.Charts) -> [Output] {
    (style, screenRows) = (style.with(columns, charts), rows)
    return []
  }
}

// MARK: - Measurements

extension TextRenderer {
  /// The lines that a prompt takes, with what was typed and what is said about a result.
  private static let aroundResult = 5

  /// What was measured; if it is new and taller than the screen, what decides it.
  private func measured(_ text: MeasuredText, isNew: Bool) -> [Output] {
    guard isNew, let rows = screenRows, let report = text.report else {
      return [.result(text.text)]
    }
    let (brief, left) = report.text(within: rows - Self.aroundResult)
    let more = "'_' shows \(left.counting("more line"))"
    return [.result(brief)] + (left > 0 ? [.message(faint(more))] : [])
  }

  private func faint(_ words: String) -> String {
    style.isColoured ? Ink.faint.paint(words) : words
  }
}

// MARK: - Definitions

extension TextRenderer {
  private func defined(_ named: NamedDefinition, _ hidden: Callable?) -> [Output] {
    var lines = [Description.line(named.name, named.definition)]
    if let hidden {
      lines.append(
        "warning: '\(named.name)' now hides the built-in name, as in \(hidden.line); 'undo' restores it"
      )
    }
    return lines.map { .message(Wrapping.prose($0, width: style.width)) }
  }

  private func replaced(_ old: Definition, _ new: Definition) -> [Output] {
    let words = Description.value(old)
    guard words != Description.value(new) else { return [] }
    let note = Wrapping.prose("before: \(words); 'undo' restores it", width: style.width)
    return [.message(style.isColoured ? Ink.faint.paint(note) : note)]
  }

  private func list(_ all: [NamedDefinition], _ areWritten: Bool) -> String {
    if all.isEmpty { return "no definitions yet" }
    return all.map { named in
      areWritten
        ? WrittenText.lines(named.definition.written(as: named.name), width: style.width)
        : Description.line(named.name, named.definition)
    }.joined(separator: "\n")
  }
}

// MARK: - Calls

extension TextRenderer {
  private func ran(_ record: RunRecord) -> [Output] {
    let plan = Plan(of: record.source)
    let (text, isWhole) = laidOut(record.trace, orElse: record.trace.shortened(to: 1000)) {
      TraceReport(
        trace: $0, subject: record.subject, attemptLimit: plan.attempts, style: style,
        source: record.source, interruption: $1
      ).text
    }
    let isCut = !isWhole && record.trace.result.outcome != .stopped(.person)
    return [.result(text)]
      + (isCut ? [.message("stopped by Ctrl-C: the output is partial")] : [])
      + warnings(on: [record.source])
  }

  private func played(_ played: PlayedRecords, _ isShown: Bool) -> [Output] {
    let animation = played.animation(style, InterruptionCheck(isInterrupted))
    let lines = ((isShown ? [] : animation.whole) + animation.results).map(\.text)
    return (lines.isEmpty ? [] : [.result(lines.joined(separator: "\n"))])
      + warnings(on: played.sources)
  }

  /// The decisions of a call, above its timeline and those of the alternatives.
  private func reasoned(_ reasons: Reasons) -> [Output] {
    let text = Wrapping.prose(ReasonsText(reasons).text, width: style.width)
    guard !reasons.alternatives.isEmpty else { return [.result(text)] }
    let played = PlayedRecords.calls([reasons.record] + reasons.alternatives.map(\.record))
    let picture = played.animation(style, InterruptionCheck(isInterrupted)).drawing
    let drawn = picture.map {
      TextPicture($0.naming(played.subjects), style: style).lines().map(\.text)
    }
    return [.result(([text] + (drawn ?? [])).joined(separator: "\n"))]
  }

  private func paused(_ record: RunRecord, _ events: Range<Int>) -> [Output] {
    let lines = Playback(record, style, InterruptionCheck(isInterrupted)).lines(about: events)
    return lines.isEmpty ? [] : [.message(lines.map(\.text).joined(separator: "\n"))]
  }

  /// The warnings about parts of strategies that have no effect, each once.
  private func warnings(on sources: [Source?]) -> [Output] {
    let found = sources.compactMap(\.self).flatMap { IneffectiveParts(KnownSource($0)).ofResult }
    let lines = found.indices.filter { !found[..<$0].contains(found[$0]) }.map { found[$0] }
    return lines.map { .message(Wrapping.prose("warning: \($0)", width: style.width)) }
  }

  private func ran(_ series: CallSeries) -> [Output] {
    let (results, few) = (series.results, Array(series.results.prefix(200)))
    var isBrief = false
    let (text, isWhole) = laidOut(results, orElse: few) {
      let picture = series.picture($1).map { TextPicture($0, style: style).lines().map(\.text) }
      let lines = RunSummary($0, style: style, interruption: $1).lines
      let room = screenRows.map { $0 - Self.aroundResult } ?? .max
      guard let picture, picture.count < room, picture.count + lines.count > room else {
        return ((picture ?? []) + lines).joined(separator: "\n")
      }
      // The picture has a row for each call.
      isBrief = true
      return (picture + lines.suffix(1)).joined(separator: "\n")
    }
    let left = isBrief ? [Output.message(faint("'export calls.csv' has a line for each call"))] : []
    let warnings = warnings(on: [series.source])
    guard !isWhole || results.count < series.planned else {
      return [.result(text)] + left + warnings
    }
    let shown = isWhole || few.count == results.count ? "" : ", \(few.count) of them shown"
    let stopped =
      "stopped by Ctrl-C after \(results.count) of \(series.planned) calls\(shown)"
    return [.result(text)] + left + [.message(stopped)] + warnings
  }

  /// Lays out the whole, or a part if the user interrupts; returns whether it is the whole.
  private func laidOut<Content>(
    _ whole: Content, orElse part: Content, layout: (Content, InterruptionCheck) -> String
  ) -> (text: String, isWhole: Bool) {
    InterruptionCheck(isInterrupted).laidOut(whole, orElse: part, layout: layout)
  }
}

extension InterruptionCheck {
  /// Lays out the whole, or a part if it is interrupted; returns whether it is the whole.
  func laidOut<Content>(
    _ whole: Content, orElse part: Content, layout: (Content, InterruptionCheck) -> String
  ) -> (text: String, isWhole: Bool) {
    let text = isRequested ? "" : layout(whole, self)
    return isRequested ? (layout(part, .never), false) : (text, true)
  }
}

// MARK: - Judgements

extension TextRenderer {
  private func expected(_ expectation: Expectation) -> [Output] {
    guard expectation.judgement != .met else {
      return expectation.isSilent ? [] : [.message(ExpectationText.text(expectation))]
    }
    let text = ExpectationText.text(expectation)
    guard style.isColoured, let end = text.firstIndex(of: ":") else { return [.mistake(text)] }
    return [.mistake(Ink.error.paint(String(text[...end])) + text[end...].dropFirst())]
  }

  private func checked(_ check: ExerciseCheck) -> [Output] {
    let lines = check.lines.map { "  " + $0 }.joined(separator: "\n")
    switch (check.role, check.isMet) {
    // Whoever loads a lesson should still find the answer by themselves.
    case (.solution, true):
      return [result("a solution for '\(check.name)' meets the goals\n" + lines)]
    case (.solution, false):
      return [.mistake("the solution misses a goal: \(check.answer)\n" + lines)]
    case (.wrong, true):
      return [.mistake("a wrong answer meets the goals: \(check.answer)\n" + lines)]
    case (.wrong, false): return []
    case (.student, true): return [result(lines + "\nwell done")]
    case (.student, false): return [.mistake(check.missedPhrase)]
    }
  }

  private func replayed(_ scenario: ReplayedScenario) -> [Output] {
    let notes = scenario.replay.notes.map(Output.message)
    guard let difference = scenario.replay.difference() else {
      return notes + [.result("\(scenario.path): matches its recording")]
    }
    let fixIt = scenario.fixIt.map { "\n" + $0 } ?? ""
    return notes + [
      .mistake("\(scenario.path) differs from its recording: \(difference)\(fixIt)")
    ]
  }
}

extension ExerciseCheck {
  /// What a student's answer misses.
  fileprivate var missedPhrase: String {
    if let missingBase { return "not yet: '\(name)' does not run '\(missingBase)'" }
    let missed = goals.count { !$0.isMet }
    let count = missed == 1 ? "one goal is missed" : "\(missed) goals are missed"
    return (lines.map { "  " + $0 } + ["not yet: \(count)"]).joined(separator: "\n")
  }
}

extension [ExecutionPath] {
  /// The distinct engines as text.
  fileprivate var phrase: String {
    var words: [String] = []
    for way in self where !words.contains(way.phrase) { words.append(way.phrase) }
    return "simulated by the \(words.joined(separator: ", and by the "))"
  }
}

extension ExecutionPath {
  /// The engine as text.
  var phrase: String {
    let words =
      switch path {
      case .engine: "general engine"
      case .vector, .wideVector: "fast path with wide vectors"
      case .plainVector, .chain: "fast path"
      }
    return reason.map { "\(words) (\($0))" } ?? words
  }
}
