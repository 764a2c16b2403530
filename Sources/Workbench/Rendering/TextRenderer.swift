import Measurement
import Pictures
import Report
import RetryLanguage
import RetryNumerics
import Simulation
package import TextLayout

/// Renders the events of a session as text.
package struct TextRenderer {
  /// The style of text.
  package var style: Style
  /// The rows of the screen, if a person sees one.
  var screenRows: Int?
  /// Returns whether the user has interrupted the output.
  let isInterrupted: (@Sendable () -> Bool)?
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
      [
        .mistake(
          DiagnosticReport(diagnostic, in: source, style, isOnScreen: screenRows != nil).text)
      ]
    case .listedSettings(let settings): [result(SettingsText.text(settings))]
    case .fitted(let file, let path, let report): fitted(file, path, report(style.width))
    case .logged(let definition, let report):
      [.message(report.lines(style).map(\.plainText).joined(separator: "\n"))]
        + [.result("  " + definition)]
    case .tookWays(let ways): [.message(ways.phrase)]
    case .took(let span): [.message("took \(span.brief)")]
    case .text(let text): [result(text)]
    // On a screen between words; elsewhere in one line, as other programs read it.
    case .note(let text): [.message(screenRows == nil ? text : wrapped(text))]
    case .restyled(let columns, let rows, let charts, let isTall):
      restyled(style.with(columns, charts, isTall: isTall), rows)
    }
  }

  private func wrapped(_ text: String) -> String { Wrapping.prose(text, width: style.width) }

  /// A result wrapped to the width.
  private func result(_ text: String) -> Output { .result(wrapped(text)) }

  /// A statement behind the prompt, as it looks when a person types it.
  private func typed(_ text: String, _ commands: [CommandShape]) -> String {
    let prompt = "retry> "
    let pieces = SyntaxColours.pieces(of: text, commands)
    guard style.isColoured else { return prompt + pieces.map(\.text).joined() }
    return Ink.prompt.paint(prompt) + InkedRange.paint(pieces)
  }

  /// The names of results, the first and the last of many.
  private func kept(_ names: [String]) -> String {
    let words =
      "kept as "
      + (names.count > 3
        ? "\(names[0]) to \(names[names.count - 1])" : names.joined(separator: ", "))
    return style.isColoured ? Ink.faint.paint(words) : words
  }

}

// MARK: - The screen

extension TextRenderer {
  private mutating func restyled(_ style: Style, _ rows: Int?) -> [Output] {
    (self.style, screenRows) = (style, rows)
    return []
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

// MARK: - Logs

extension TextRenderer {
  private func fitted(_ file: FittedFile, _ path: String, _ report: [String]) -> [Output] {
    let load = file.load.map { "a load at its rate: \($0)" }
    let replay =
      "'replay data \(Literal.text(path)) as past' meets the requests themselves: compare both to see what the fit loses"
    let remarks = [load, file.isReplayable ? replay : nil].compactMap(\.self).map(wrapped)
    let definition = file.definition.split(separator: "\n").map { "  " + $0 }
    return [.message((report + remarks).joined(separator: "\n"))]
      + [.result(definition.joined(separator: "\n"))]
  }
}

extension LogReport {
  fileprivate func lines(_ style: Style) -> [TextLine] {
    [TextLine].prose(summary, style) + .paragraph("assumed", assumptions, style)
      + .paragraph("left out", leftOut, style) + .paragraph("failures", failures, style)
      + .paragraph("beware", warnings, style)
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
    let seed = check.otherSeed.map { " under seed \($0)" } ?? ""
    switch (check.role, check.isMet) {
    // Whoever loads a lesson should still find the answer by themselves.
    case (.solution, true):
      return [result("a solution for '\(check.name)' meets the goals\n" + lines)]
    case (.solution, false):
      return [.mistake("the solution misses a goal\(seed): \(check.answer)\n" + lines)]
    case (.wrong, true):
      return [.mistake("a wrong answer meets the goals\(seed): \(check.answer)\n" + lines)]
    case (.wrong, false): return []
    case (.student, true): return [result(lines + "\nwell done")]
    case (.student, false):
      return [.mistake(Wrapping.prose(check.missedPhrase, width: style.width))]
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
    if let refusal { return "not yet: '\(name)' \(refusal.phrase)" }
    let missed = goals.count { !$0.isMet }
    let count = missed == 1 ? "one goal is missed" : "\(missed) goals are missed"
    let hiding =
      hidden > 0
      ? [
        "\(Description.share(.double(hidden))) of its calls hide a failure; a success must be an answer of the operation"
      ]
      : []
    return (lines.map { "  " + $0 } + hiding + ["not yet: \(count)"] + [advice].compactMap(\.self))
      .joined(separator: "\n")
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
