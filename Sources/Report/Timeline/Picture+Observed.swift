package import Conformance
package import Pictures
import Retry
import RetryNumerics
import Simulation

extension Picture {
  /// The most calls that are drawn of a client.
  package static let mostObservedCalls = 6

  /// Creates the picture of calls of a client: for each a row of the delays that its plan has after each failure, above
  /// a row of what was observed; `nil` if none of them tried again.
  ///
  /// The calls with something that was not planned come first.
  package init?(of conformance: Conformance, title: String) {
    let retried = conformance.drawnCalls.filter { $0.failures.count > 0 }
    guard !retried.isEmpty else { return nil }
    let calls = retried.prefix(Self.mostObservedCalls)
    let length = calls.map(\.length).max() ?? .zero
    guard length > .zero else { return nil }
    let times = calls.flatMap(\.times).sorted()
    let scale = TimeScale(length: length, times: times)
    let rows = calls.flatMap { call in
      [
        Picture.Row("call \(call.number) planned", call.plannedMarks(scale)),
        Picture.Row("observed", call.observedMarks(scale)),
      ]
    }
    self.init(
      title: title,
      axis: Axis(
        0...Double(length.count), stops: calls.flatMap(\.times).map { Double($0.count) },
        steps: .time, label: { scale.label(Nanoseconds(rounding: $0)) },
        tick: { Nanoseconds(rounding: $0).brief }, text: { scale.text(Nanoseconds(rounding: $0)) }),
      rows: rows)
  }
}

extension Conformance.DrawnCall {
  fileprivate var times: [Nanoseconds] {
    attempts.flatMap { [$0.arrival - start, $0.finish - start] }
  }

  /// The delays that the plan has after each failure.
  fileprivate func plannedMarks(_ scale: TimeScale) -> [Picture.Mark] {
    failures.flatMap { failure -> [Picture.Mark] in
      let from = failure.time - start
      guard let delays = failure.delays else {
        return [mark(from, from, .badEnd, "the call ends at \(scale.text(from))", sign: "#")]
      }
      let (low, high) = (from + delays.lowerBound, from + delays.upperBound)
      let words =
        low == high
        ? "wait \(scale.span(delays.lowerBound))"
        : "wait \(scale.span(delays.lowerBound)) to \(scale.span(delays.upperBound))"
      return [mark(from, low, .wait, words), mark(low, high, .perhaps, words)]
    }
  }

  fileprivate func observedMarks(_ scale: TimeScale) -> [Picture.Mark] {
    attempts.map { attempt in
      let (from, to) = (attempt.arrival - start, attempt.finish - start)
      let (tone, word): (Tone, String) =
        switch (attempt.end, attempt.outcome) {
        case (.left, _): (.cancelled, "the client left")
        case (.stopped, _): (.open, "stopped")
        case (.answered, .failure(let fault)): (.failed, "\(fault)")
        case (.answered, _): (.succeeded, "ok")
        }
      return mark(
        from, to, tone,
        "attempt \(attempt.number), \(scale.text(from)) to \(scale.text(to)): \(word)",
        captions: ["\(attempt.number)"])
    }
  }

  private func mark(
    _ from: Nanoseconds, _ to: Nanoseconds, _ tone: Tone, _ note: String, sign: String? = nil,
    captions: [String] = []
  ) -> Picture.Mark {
    Picture.Mark(
      Double(from.count), Double(to.count), tone, sign: sign, captions: captions, note: note)
  }
}
