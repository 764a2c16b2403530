package import Report
import RetryLanguage

extension Scenario {
  /// Runs the scenario, and holds it against its recording if it has one.
  package func check(
    recording kept: Recording.Kept, threads: Int? = nil, terminal: TerminalHooks = TerminalHooks()
  ) -> Check {
    let outcome = perform(threads: threads, terminal: terminal)
    if terminal.isInterrupted?() == true { return Check(path, .stopped, "stopped by Ctrl-C") }
    switch outcome.status {
    case .ready, .ended: break
    case .failed: return told(.expectation, outcome)
    case .wrong, .incomplete: return told(.mistake, outcome)
    }
    switch kept.content {
    case .absent: return Check(path, .passed)
    case .text(let text): return compared(outcome, to: text, kept)
    case .unreadable(let reason):
      return Check(path, .unreadable, "'\(Recording.path(of: path))' cannot be read: \(reason)")
    }
  }

  private func compared(_ outcome: Outcome, to text: String, _ kept: Recording.Kept) -> Check {
    do throws(Recording.Trouble) {
      let recording = try Recording(text, json: outside.json)
      let replay = Replay(outcome, against: recording, json: outside.json)
      guard let difference = replay.difference else {
        return Check(path, .passed, notes: replay.notes)
      }
      let mend = kept.isInterrupted ? "\n" + Recording.mend(of: path) : ""
      return Check(path, .difference, difference + mend, notes: replay.notes)
    } catch {
      return Check(path, .unreadable, "'\(Recording.path(of: path))' \(error.words)")
    }
  }

  private func told(_ verdict: Check.Verdict, _ outcome: Outcome) -> Check {
    Check(path, verdict, outcome.mistakes.joined(separator: "\n"), line: outcome.line)
  }
}
