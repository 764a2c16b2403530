package import Pictures
package import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// Calls beside each other: what happens in each, above their timelines on one axis.
package struct CallAnimation: Animation {
  package struct Call {
    let trace: Trace
    let subject: String
    let source: Source
    let attemptLimit: Int?

    /// Creates a call of an expression as written, with the attempts that its strategy allows.
    package init(_ trace: Trace, subject: String, of source: Source, attemptLimit: Int?) {
      (self.trace, self.subject, self.source, self.attemptLimit) = (
        trace, subject, source, attemptLimit
      )
    }
  }

  package let length: Nanoseconds
  package let moments: [Nanoseconds]
  private let calls: [Call]
  private let playbacks: [Playback]
  private let states: [CallStates]
  package let drawing: Picture?
  private let timeline: TextPicture?
  private let scale: TimeScale
  private let style: Style
  /// Whether the calls have columns, or else rows.
  private let hasColumns: Bool

  /// Lays out calls, up to the first that waits for an answer.
  package init(_ calls: [Call], style: Style, interruption: InterruptionCheck = .never) {
    self.calls = calls
    self.style = style
    let columns = style.width / max(calls.count, 1)
    hasColumns = calls.count > 1 && columns >= Style.leastWidth
    let column = hasColumns ? style.resized(to: columns) : style
    let ends = calls.map(\.trace.result.duration)
    let last = ends.max() ?? .zero
    let length = zip(calls, ends).filter(\.0.isAsking).map(\.1).min() ?? last
    self.length = length
    let times = Set(calls.flatMap { $0.trace.events.map(\.at.sinceStart) }).sorted()
    let scale = TimeScale(length: last, times: times)
    self.scale = scale
    playbacks = calls.map {
      Playback(
        trace: $0.trace, attemptLimit: $0.attemptLimit, style: column, source: $0.source,
        scale: calls.count > 1 ? scale : nil, interruption: interruption)
    }
    moments = Set(playbacks.flatMap { $0.frames.map(\.at) }).sorted().filter { $0 <= length }
    states = calls.map { CallStates($0.trace, style) }
    drawing =
      Timeline(
        calls: calls.map {
          TimelineRows($0.trace, TraceWaits($0.trace.events, interruption), interruption)
        },
        subject: calls.first?.subject ?? "", length: last, scale: scale, interruption: interruption
      ).picture
    timeline = drawing.map { TextPicture($0, style: style) }
  }

  package func picture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    let time = timeline?.lines(until: Double(now.count)) ?? []
    let room = rows - time.count
    guard room > 0 else { return Array(time.suffix(rows)) }
    return events(until: now, room) + time
  }

  package var whole: [TextLine] {
    events(until: .never, .max) + (timeline?.lines() ?? [])
  }

  package var results: [TextLine] {
    playbacks.enumerated().flatMap { call, playback in
      playback.summary.lines(style, number: calls.count > 1 ? "\(call + 1)  " : "")
    }
  }

  /// The newest lines about each call.
  private func events(until now: Nanoseconds, _ room: Int) -> [TextLine] {
    if calls.count == 1 { return playbacks[0].lines(until: now, atMost: room) }
    let each = hasColumns ? room : room / calls.count
    guard each > 0 else { return [] }
    let blocks = calls.indices.map { call in
      let style = playbacks[call].style
      // A column stays free before the next heading.
      let width = hasColumns ? style.width - 1 : style.width
      return [Self.heading(call, calls[call].subject, style, in: width)]
        + playbacks[call].lines(until: now, atMost: each - 1)
    }
    return hasColumns ? joined(blocks) : blocks.flatMap(\.self)
  }

  private func joined(_ blocks: [[TextLine]]) -> [TextLine] {
    (0..<(blocks.map(\.count).max() ?? 0)).map { row in
      var line = TextLine(style: style)
      for (call, block) in blocks.enumerated() where row < block.count {
        line.pad(to: call * playbacks[call].style.width)
        line.add(block[row].cut)
      }
      return line
    }
  }
}

extension CallAnimation {
  package func bigPicture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    let time = timeline?.lines(until: Double(now.count)) ?? []
    var lines = BigType.lines(scale.text(now), nil, style)
    for (call, states) in states.enumerated() {
      if calls.count > 1 {
        lines.append(Self.heading(call, calls[call].subject, style, in: style.width))
      }
      let state = states[now]
      lines += BigType.lines(state.text, state.ink, style)
    }
    let thick = time.dropLast().flatMap { [$0, $0] } + time.suffix(1)
    if lines.count + thick.count <= rows { return lines + thick }
    return Array(lines.prefix(max(0, rows - time.count))) + time.suffix(rows)
  }
}

extension CallAnimation.Call {
  fileprivate var isAsking: Bool {
    if case .stopped(.question) = trace.result.outcome { true } else { false }
  }
}
