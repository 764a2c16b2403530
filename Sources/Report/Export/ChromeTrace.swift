import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// A call in the Chrome trace event format, which Perfetto opens: concurrent attempts have their own
/// tracks, and times are in microseconds.
package struct ChromeTrace {
  private let trace: Trace
  private let subject: String
  private let rows: TimelineRows
  private let interruption: InterruptionCheck

  package init(_ trace: Trace, subject: String, interruption: InterruptionCheck = .never) {
    self.trace = trace
    self.subject = subject
    self.interruption = interruption
    rows = TimelineRows(trace, TraceWaits(trace.events, interruption), interruption, atMost: .max)
  }

  package var text: String {
    let tracks = rows.all.enumerated().flatMap { track($1, number: $0 + 2) }
    let document: JSONValue = [
      "traceEvents": .list(
        [name("process_name", subject, track: 1), name("thread_name", "call", track: 1), call]
          + tracks),
      "displayTimeUnit": "ms",
      "otherData": [
        "seed": .string("\(PinnedDraw.proper(trace.seed))"),
        "call": .string("\(trace.result.call)"),
        "outcome": .string(trace.result.outcome.key),
      ],
    ]
    return document.text(interruption) + "\n"
  }

  /// The whole call, on its own track; tracks count from 1, because Perfetto treats 0 and 1 as the same.
  private var call: JSONValue {
    event("call \(trace.result.call)", "call", .zero, trace.result.duration, track: 1)
      .adding("args", ["subject": .string(subject)])
  }

  private func track(_ row: TimelineRow, number: Int) -> [JSONValue] {
    let attempts = interruption.bounding(row.attempts).map { stretch -> JSONValue in
      let outcome =
        switch stretch.mark {
        case .success: "success"
        case .failure: "failure"
        case .cancelled: "cancelled"
        default: "unanswered"
        }
      var arguments: JSONValue = ["outcome": .string(outcome)]
      if let fault = stretch.fault { arguments = arguments.adding("error", .string(fault)) }
      let title = "attempt \(stretch.attempt.number) of \(stretch.attempt.operation)"
      return event(title, "attempt,\(outcome)", stretch.from, stretch.to, track: number)
        .adding("args", arguments)
    }
    let waits = interruption.bounding(row.waits).map {
      event("wait", "wait", $0.from, $0.to, track: number)
    }
    let sent = interruption.bounding(row.signals).map { signal -> JSONValue in
      [
        "name": .string(signal.text), "cat": "value", "ph": "i", "s": "t",
        "ts": Self.microseconds(signal.at), "pid": 1, "tid": .int(Int64(number)),
      ]
    }
    let disruptions = row.disruptions.map {
      event(row.name, row.name, $0.lowerBound, $0.upperBound, track: number)
    }
    return [name("thread_name", row.name, track: number)] + attempts + waits + sent + disruptions
  }

  private func name(_ kind: JSONValue, _ name: String, track: Int) -> JSONValue {
    [
      "name": kind, "ph": "M", "pid": 1, "tid": .int(Int64(track)), "args": ["name": .string(name)],
    ]
  }

  private func event(
    _ name: String, _ category: String, _ from: Nanoseconds, _ to: Nanoseconds, track: Int
  ) -> JSONValue {
    [
      "name": .string(name), "cat": .string(category), "ph": "X", "ts": Self.microseconds(from),
      "dur": Self.microseconds(to - from), "pid": 1, "tid": .int(Int64(track)),
    ]
  }

  private static func microseconds(_ span: Nanoseconds) -> JSONValue {
    .double(Double(span.count) / 1000)
  }
}
