import Retry
import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// A call as a Mermaid sequence diagram: requests, responses and waits.
package struct MermaidDiagram {
  /// The maximal number of events drawn.
  private static let most = 400

  private let trace: Trace
  private let subject: String
  private var names: [String] = []
  private var lines: [String] = []

  package init(_ trace: Trace, subject: String, interruption: InterruptionCheck = .never) {
    self.trace = trace
    self.subject = subject
    let waits = TraceWaits(trace.events, interruption)
    for (index, event) in trace.events.prefix(Self.most).enumerated() {
      draw(event, wait: waits[index])
    }
    if trace.events.count > Self.most {
      note("\(trace.events.count - Self.most) more events are not drawn")
    }
  }

  package var text: String {
    let participants =
      ["participant caller as \(Self.escaped(subject))"]
      + names.indices.map { "participant o\($0 + 1) as \(Self.escaped(names[$0]))" }
    return (["sequenceDiagram"] + (participants + lines).map { "  " + $0 }).map { $0 + "\n" }
      .joined()
  }

  private mutating func draw(_ event: TraceEvent, wait: Nanoseconds?) {
    let time = event.at.sinceStart.brief
    switch event.kind {
    case .attempt(let attempt):
      lines.append("caller->>\(place(attempt)): \(time) attempt \(attempt.number)")
    case .success(let attempt): lines.append("\(place(attempt))-->>caller: \(time) ok")
    case .failure(let attempt, let fault):
      lines.append("\(place(attempt))--xcaller: \(time) \(Self.escaped("\(fault)"))")
    case .cancelled(let attempt): lines.append("caller-x\(place(attempt)): \(time) cancelled")
    case .end(let outcome): note("\(time) \(outcome.key)")
    case .value(.unit): break
    case .value(let value): note("\(time) value \(value)")
    case .asked: note("\(time) a person is asked")
    case .answered(let answer): note("\(time) the person says \(answer.rawValue)")
    default: break
    }
    if let wait, wait > .zero, wait != .never { note("\(time) wait \(wait.brief)") }
  }

  /// Returns the participant of an operation, adding one if necessary.
  private mutating func place(_ attempt: Attempt) -> String {
    if let known = names.firstIndex(of: attempt.operation) { return "o\(known + 1)" }
    names.append(attempt.operation)
    return "o\(names.count)"
  }

  private mutating func note(_ text: String) {
    lines.append("Note over caller: \(Self.escaped(text))")
  }

  /// The text with characters that are special in Mermaid as character codes.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { text, scalar in
      let isPlain = scalar.value >= 0x20 && !"#;:<>\"{}|%`\\".unicodeScalars.contains(scalar)
      if isPlain { text.unicodeScalars.append(scalar) } else { text += "#\(scalar.value);" }
    }
  }
}
