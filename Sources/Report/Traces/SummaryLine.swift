import RetryNumerics
import Simulation
import TextLayout

/// The summary of a call in one line.
struct SummaryLine {
  let result: CallResult
  let seed: UInt64
  /// The time over which the starts of calls are spread, if they are.
  var spread: Nanoseconds?
  /// The number of attempts that the strategy allows.
  let attemptLimit: Int?
  let scale: TimeScale

  /// Returns the line behind a number, if any, wrapped between its parts if it is too wide.
  func lines(_ style: Style, number: String = "") -> [TextLine] {
    let parts = [
      attempts, waited, result.tally.stale.stalePhrase, result.tally.effectPhrase,
      result.tally.costPhrase,
      "\(seed.seedPhrase) call \(result.call)\(spread.overPhrase)",
    ].compactMap(\.self)
    var lines = [TextLine(style: style)]
    lines[0].add(number)
    lines[0].add(outcome, ink)
    for part in parts {
      var addition = TextLine(style: style)
      addition.addSeparator()
      addition.add(part)
      if lines[lines.count - 1].columns + addition.columns > style.width {
        lines.append(TextLine(style: style))
        lines[lines.count - 1].add("  " + part)
      } else {
        lines[lines.count - 1].add(addition)
      }
    }
    return lines
  }
}

extension SummaryLine {
  private var outcome: String {
    let time = scale.text(result.duration)
    return switch result.outcome {
    case .success: "success in \(time)"
    case .failure(let fault): "failed in \(time): \(fault)"
    case .completed: "completed without a value in \(time)"
    case .cancelled: "cancelled at \(time)"
    case .stopped(.person): "stopped by Ctrl-C at \(time), partial"
    case .stopped: "stopped at \(time)"
    case .hung: result.duration == .zero ? "hangs from the start" : "hangs from \(time) on"
    }
  }

  private var ink: Ink? {
    switch result.outcome {
    case .success: .success
    case .failure: .failure
    case .completed, .cancelled: .strong
    case .stopped, .hung: .error
    }
  }

  private var attempts: String? {
    let count = result.tally.attempts
    guard count > 0 else { return nil }
    guard let attemptLimit, attemptLimit >= count else { return count.counting("attempt") }
    return "\(count.counting("attempt")) of \(attemptLimit.grouped)"
  }

  private var waited: String? {
    let waited = result.tally.waited
    guard waited > .zero else { return nil }
    let share = Double(waited.count) / Double(max(result.duration.count, 1)) * 100
    // A rounded share must not claim nothing, or the whole call.
    let percent =
      share < 1 ? "<1" : share > 99 && share < 100 ? ">99" : "\(min(Int(share + 0.5), 100))"
    return "waited \(scale.span(waited)) (\(percent)%)"
  }
}
