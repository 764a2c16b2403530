import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// What a call does at each time, in a few words.
struct CallStates {
  /// What it does from a time on.
  struct State: Hashable {
    let from: Nanoseconds
    let text: String
    let ink: Ink?
  }

  private(set) var all = [State(from: .zero, text: "", ink: nil)]

  init(_ trace: Trace, _ style: Style) {
    for event in trace.events { read(event, style) }
  }

  private mutating func read(_ event: TraceEvent, _ style: Style) {
    let (success, failure) = (Glyph.success.text(style), Glyph.failure.text(style))
    let (text, ink): (String, Ink?)
    switch event.kind {
    case .attempt(let attempt): (text, ink) = ("attempt \(attempt.number)", nil)
    case .failure(let attempt, let fault):
      (text, ink) = ("\(attempt.number) \(failure) \(fault)", .failure)
    case .asked: (text, ink) = ("asks", .wait)
    case .end(let outcome):
      switch outcome {
      case .success: (text, ink) = ("\(success) success", .success)
      case .failure: (text, ink) = ("\(failure) failed", .failure)
      case .completed: (text, ink) = ("\(success) completed", .success)
      case .cancelled: (text, ink) = ("cancelled", .wait)
      case .stopped: (text, ink) = ("stopped", .wait)
      case .hung: (text, ink) = ("hangs", .wait)
      }
    default: return
    }
    all.append(State(from: event.at.sinceStart, text: text, ink: ink))
  }

  subscript(time: Nanoseconds) -> State {
    all[all.partition { $0.from > time } - 1]
  }
}
