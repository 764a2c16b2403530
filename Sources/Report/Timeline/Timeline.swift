import Pictures
import RetryNumerics
import Simulation
import TextLayout

/// The rows of a call, or of several on one axis, as a picture over time.
struct Timeline {
  /// The most times that are labelled of each kind.
  private static let mostStops = 200

  let calls: [TimelineRows]
  /// The expression of a single call as written.
  let subject: String
  /// The duration of the longest call.
  let length: Nanoseconds
  let scale: TimeScale
  var summary = ""
  var interruption = InterruptionCheck.never

  private var rows: [TimelineRow] { calls.flatMap(\.all) }

  /// The picture; a call without duration has none at the prompt.
  var picture: Picture? { length > .zero && !rows.isEmpty ? drawn : nil }

  /// The picture, also of a call without duration.
  var drawn: Picture {
    let scale = scale
    return Picture(
      title: subject, summary: summary,
      axis: Axis(
        0...Double(length.count), stops: stops.map { Double($0.count) }, idle: idle, steps: .time,
        label: { scale.label(Nanoseconds(rounding: $0)) },
        tick: { Nanoseconds(rounding: $0).brief }, text: { scale.text(Nanoseconds(rounding: $0)) }
      ),
      rows: calls.indices.flatMap(rows))
  }

  /// The times to label: those of a few outages first, since they explain the rest, then the ends of attempts.
  private var stops: [Nanoseconds] {
    let attempts = rows.flatMap(\.attempts).prefix(Self.mostStops)
    let signals = rows.flatMap { $0.signals.prefix(Self.mostStops).map(\.at) }
    let cuts = rows.compactMap(\.unknown?.lowerBound)
    return cuts + rows.rareDisruptions + attempts.map(\.to) + attempts.map(\.from) + signals
  }

  /// The times from one event to the next in which no attempt was under way.
  private var idle: [ClosedRange<Double>] {
    var times: Set<Nanoseconds> = [.zero, length]
    for row in interruption.bounding(rows) { times.formUnion(row.times) }
    let busy = rows.flatMap(\.attempts).filter { $0.from < $0.to }.sorted { $0.from < $1.from }
    var (next, end) = (0, Nanoseconds.zero)
    let ordered = times.sorted()
    return zip(ordered, ordered.dropFirst()).compactMap { from, to in
      while next < busy.count, busy[next].from <= from {
        end = max(end, busy[next].to)
        next += 1
      }
      return end > from ? nil : Double(from.count)...Double(to.count)
    }
  }

  private func rows(of call: Int) -> [Picture.Row] {
    let number = calls.count > 1 ? "\(call + 1)  " : ""
    var drawn: [Picture.Row] = []
    var shown: String??
    for row in calls[call].all {
      // The rows of one operation have its name once.
      let isNew = shown == nil || shown != .some(row.title)
      shown = .some(row.title)
      let start = drawn.isEmpty ? number : number.map { _ in " " }.joined()
      drawn.append(Picture.Row(isNew ? start + name(row) : "", row.marks(scale)))
    }
    let hidden = calls[call].hiddenAttempts
    if hidden > 0 {
      drawn.append(Picture.Row("", remark: "and \(hidden.counting("more attempt"))"))
    }
    return drawn
  }

  /// The name of a row; a single row of sent values has the name of the expression.
  private func name(_ row: TimelineRow) -> String {
    row.title ?? (rows.count == 1 ? subject : "sent")
  }
}

extension TimelineRow {
  /// What is drawn of the row.
  func marks(_ scale: TimeScale) -> [Picture.Mark] {
    func mark(
      _ from: Nanoseconds, _ to: Nanoseconds, _ tone: Tone, _ note: String,
      sign: String? = nil, captions: [String] = []
    ) -> Picture.Mark {
      Picture.Mark(
        Double(from.count), Double(to.count), tone, sign: sign, captions: captions, note: note)
    }
    func span(_ from: Nanoseconds, _ to: Nanoseconds) -> String {
      "\(scale.text(from)) to \(scale.text(to))"
    }
    var marks = disruptions.map { times in
      mark(
        times.lowerBound, times.upperBound, .outage,
        "\(name), \(span(times.lowerBound, times.upperBound))")
    }
    marks += waits.map {
      let length = scale.span($0.to - $0.from)
      return mark($0.from, $0.to, .wait, "wait \(length)", captions: [length])
    }
    if let unknown {
      marks.append(mark(unknown.lowerBound, unknown.upperBound, .unknown, "not kept"))
    }
    marks += attempts.map { stretch in
      let number = "\(stretch.attempt.number)"
      return mark(
        stretch.from, stretch.to, stretch.tone,
        "attempt \(number) of \(stretch.attempt.operation), \(span(stretch.from, stretch.to)): \(stretch.word)",
        captions: (stretch.fault.map { ["\(number) \($0)"] } ?? []) + [number]
      )
    }
    guard let last = signals.last else { return marks }
    marks.append(mark(.zero, last.at, .stream, "values over time"))
    return marks
      + signals.map {
        mark($0.at, $0.at, $0.tone, "\($0.text) at \(scale.text($0.at))", sign: $0.text)
      }
  }
}

extension TimelineRow.Stretch {
  fileprivate var tone: Tone {
    switch mark {
    case .success: .succeeded
    case .failure: .failed
    case .cancelled: .cancelled
    default: .open
    }
  }

  fileprivate var word: String {
    switch mark {
    case .success: "ok"
    case .failure: fault ?? "failed"
    case .cancelled: "cancelled"
    default: "no response"
    }
  }
}
