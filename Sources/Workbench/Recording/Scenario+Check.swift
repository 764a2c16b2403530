package import Report
import RetryLanguage
import RetryNumerics

/// Options for checking a scenario.
package struct CheckOptions: Sendable {
  /// The share by which numbers may differ from the recording.
  package var tolerance = 0.0
  /// Whether to show all differences.
  package var tellsAll = false
  /// The number of seeds under which answers to an exercise are checked.
  package var exerciseSeeds = 1
  /// The number of seeds under which expectations are checked.
  package var seeds = 1
  /// The threads for many calls.
  package var threads: Int?

  /// Creates the default options: all results must be equal.
  package init() {}
}

extension Scenario {
  /// Runs the scenario and compares it with its recording, if any.
  package func check(
    recording kept: Recording.Kept, _ options: CheckOptions = CheckOptions(),
    terminal: TerminalHooks = TerminalHooks()
  ) -> Check {
    let outcome = perform(
      judgingAll: true, exerciseSeeds: options.exerciseSeeds, threads: options.threads,
      terminal: terminal)
    if terminal.isInterrupted?() == true { return Check(path, .stopped, "stopped by Ctrl-C") }
    let missed = outcome.judged.filter { $0.expectation.judgement != .met }
    var whole =
      outcome.status == .failed && missed.isEmpty
      ? check(.expectation, outcome, outcome.line) : compared(outcome, kept, options)
    if whole.verdict == .passed, missed.isEmpty,
      let worse = mistaken(options, terminal) ?? lucky(options, terminal)
    {
      whole = worse
    }
    var check = whole
    if let first = missed.first, whole.verdict == .passed || whole.verdict == .difference {
      let messages = outcome.mistakes + (whole.message.isEmpty ? [] : [whole.message])
      check = Check(
        path, .expectation, messages.joined(separator: "\n"), line: first.expectation.line,
        notes: whole.notes)
      check.changes = whole.changes
    }
    check.cases = cases(of: outcome) + [wholeCase(whole, of: outcome)]
    check.time = outcome.time
    return check
  }

  /// Checks that the scenario ran to its end, and compares it with its recording.
  private func compared(_ outcome: Outcome, _ kept: Recording.Kept, _ options: CheckOptions)
    -> Check
  {
    switch outcome.status {
    case .ready, .ended, .failed: break
    case .wrong, .incomplete:
      return check(.mistake, outcome, outcome.mistakenLine)
    }
    switch kept.content {
    case .absent: return Check(path, .passed)
    case .text(let text): return compared(outcome, to: text, kept, options)
    case .unreadable(let reason):
      return Check(path, .unreadable, "'\(Recording.path(of: path))' cannot be read: \(reason)")
    }
  }

  private func compared(
    _ outcome: Outcome, to text: String, _ kept: Recording.Kept, _ options: CheckOptions
  ) -> Check {
    do throws(Recording.ReadingError) {
      let replay = Replay(outcome, against: try Recording(text), tolerance: options.tolerance)
      guard let difference = replay.difference(tellsAll: options.tellsAll) else {
        return Check(path, .passed, notes: replay.notes)
      }
      let fixIt = kept.isInterrupted ? "\n" + Recording.fixIt(of: path) : ""
      var check = Check(path, .difference, difference + fixIt, notes: replay.notes)
      check.changes = replay.changes
      return check
    } catch {
      return Check(path, .unreadable, "'\(Recording.path(of: path))' \(error.phrase)")
    }
  }

  /// Returns what goes wrong with other values of a lesson that varies, of which only the first are recorded.
  private func mistaken(_ options: CheckOptions, _ terminal: TerminalHooks) -> Check? {
    guard let variants = Variants(in: text) else { return nil }
    for number in 1..<variants.count {
      let other = Scenario(
        path: path, text: variants.text(number), host: host, commands: table)
      let outcome = other.perform(
        exerciseSeeds: options.exerciseSeeds, threads: options.threads, terminal: terminal)
      if terminal.isInterrupted?() == true { return Check(path, .stopped, "stopped by Ctrl-C") }
      guard !outcome.isWhole else { continue }
      let words = "with value \(number + 1) of each variant:\n"
      return Check(
        path, outcome.status == .failed ? .expectation : .mistake,
        words + outcome.mistakes.joined(separator: "\n"), line: outcome.mistakenLine)
    }
    return nil
  }

  /// Returns an expectation that holds under the seed of the scenario, but misses under more than one in twenty.
  private func lucky(_ options: CheckOptions, _ terminal: TerminalHooks) -> Check? {
    guard options.seeds > 1 else { return nil }
    var misses: [Int: (seeds: [UInt64], text: String)] = [:]
    for number in 1..<UInt64(options.seeds) {
      let seed = Settings().seed + number * 1_000_003
      let outcome = perform(
        judgingAll: true, exerciseSeeds: 0, threads: options.threads, seed: seed,
        terminal: terminal)
      if terminal.isInterrupted?() == true { return Check(path, .stopped, "stopped by Ctrl-C") }
      for judged in outcome.judged where judged.expectation.judgement != .met {
        let line = judged.expectation.line ?? 0
        misses[line, default: ([], judged.expectation.text)].seeds.append(seed)
      }
    }
    let most = options.seeds / 20
    guard
      let (line, miss) = misses.filter({ $0.value.seeds.count > most }).min(by: { $0.key < $1.key }
      ),
      let seed = miss.seeds.first
    else { return nil }
    return Check(
      path, .expectation,
      "expectation not met under \(miss.seeds.count) of \(options.seeds) seeds, such as \(seed): \(miss.text)",
      line: line)
  }

  private func check(_ verdict: Check.Verdict, _ outcome: Outcome, _ line: Int?) -> Check {
    Check(path, verdict, outcome.mistakes.joined(separator: "\n"), line: line)
  }
}
