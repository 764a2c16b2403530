import Measurement
import Pictures
import Report
import RetryLanguage
import Simulation
import TextLayout

extension TextRenderer {
  /// The lines that a prompt takes, with what was typed and what is said about a result.
  private static let aroundResult = 5

  /// What was measured; if it is new and taller than the screen, what decides it.
  func measured(_ text: MeasuredText, isNew: Bool) -> [Output] {
    guard isNew, let rows = screenRows, let report = text.report else {
      return [.result(text.text)]
    }
    let (brief, left) = report.text(within: rows - Self.aroundResult)
    let more = "'_' shows \(left.counting("more line"))"
    return [.result(brief)] + (left > 0 ? [.message(faint(more))] : [])
  }

  func faint(_ words: String) -> String {
    style.isColoured ? Ink.faint.paint(words) : words
  }
}

// MARK: - Calls

extension TextRenderer {
  func ran(_ record: RunRecord) -> [Output] {
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

  func played(_ played: PlayedRecords, _ isShown: Bool) -> [Output] {
    let animation = played.animation(style, InterruptionCheck(isInterrupted))
    let lines = ((isShown ? [] : animation.whole) + animation.results).map(\.text)
    return (lines.isEmpty ? [] : [.result(lines.joined(separator: "\n"))])
      + warnings(on: played.sources)
  }

  /// The decisions of a call, above its timeline and those of the alternatives.
  func reasoned(_ reasons: Reasons) -> [Output] {
    let text = Wrapping.prose(ReasonsText(reasons).text, width: style.width)
    let drawn = reasons.picture(style, InterruptionCheck(isInterrupted)).map {
      TextPicture($0, style: style).lines().map(\.text)
    }
    return [.result(([text] + (drawn ?? [])).joined(separator: "\n"))]
  }

  func paused(_ record: RunRecord, _ events: Range<Int>) -> [Output] {
    let lines = Playback(record, style, InterruptionCheck(isInterrupted)).lines(about: events)
    return lines.isEmpty ? [] : [.message(lines.map(\.text).joined(separator: "\n"))]
  }

  /// The warnings about parts of strategies that have no effect, each once.
  func warnings(on sources: [Source]) -> [Output] {
    let found = sources.flatMap { IneffectiveParts(KnownSource($0)).ofResult }
    let lines = found.indices.filter { !found[..<$0].contains(found[$0]) }.map { found[$0] }
    return lines.map { .message(Wrapping.prose("warning: \($0)", width: style.width)) }
  }

  func ran(_ series: CallSeries) -> [Output] {
    let (results, few) = (series.results, Array(series.results.prefix(200)))
    var isBrief = false
    let (text, isWhole) = laidOut(results, orElse: few) {
      let room = screenRows.map { $0 - Self.aroundResult } ?? .max
      // Below the rows of calls: the axis, the number of more calls, those that share an outage.
      let rows = min(max(room - 4, 1), Picture.mostCalls)
      let picture = series.picture(atMost: rows, $1).map {
        TextPicture($0, style: style).lines().map(\.text)
      }
      let lines = RunSummary($0, style: style, interruption: $1).lines
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
  func laidOut<Content>(
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
