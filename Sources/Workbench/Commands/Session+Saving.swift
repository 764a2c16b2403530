import RetryLanguage
import Simulation

extension Session {
  /// A session written down.
  struct Saved {
    let text: String
    let definitions: Int
    let results: Int
    /// The number of statements left out because their results are gone.
    let lost: Int
    /// The number of calls that the person at the prompt did not let go on.
    let cancelled: Int
  }

  /// Writes the session as a scenario; returns `nil` if it is empty.
  func saved(withExpectations: Bool) -> Saved? {
    let clearing = ScenarioDraft(journal, seed: firstSeed, table)
    let kept = clearing.lines.map(\.keeping)
    guard kept.contains(where: \.standsOnOthers) else { return nil }
    let expected = withExpectations ? expectations(of: clearing.lines) : [:]
    var lines: [String] = []
    for (index, line) in clearing.lines.enumerated() {
      let isTold = line.keeping == .narration
      if isTold, index > 0, kept[index - 1] != .narration { lines.append("") }
      lines += [line.text] + expected[index, default: []]
    }
    return Saved(
      text: lines.map { $0 + "\n" }.joined(),
      definitions: kept.count { if case .definition = $0 { true } else { false } },
      results: kept.count { $0 == .result }, lost: clearing.lost,
      cancelled: clearing.lines.reduce(0) { $0 + cancelled($1.results) })
  }

  /// The number of results that a person cancelled; in a scenario, the answer is always to retry.
  private func cancelled(_ numbers: Range<Int>) -> Int {
    numbers.count { number in
      guard case .run(let record)? = known["_\(number)"]?.item else { return false }
      if case .stopped(.question) = record.trace.result.outcome { return true }
      return record.answers?.contains(.cancel) == true
    }
  }

  /// What can be expected after each of the lines, found by running them.
  private func expectations(of lines: [ScenarioDraft.Line]) -> [Int: [String]] {
    var session = Session(commands: table, host: host, terminal: terminal.watching) { _ in }
    var expected: [Int: [String]] = [:]
    for (index, line) in lines.enumerated() {
      session.lastResult = nil
      guard session.run(line.text) == .ready else { break }
      // What was expected by hand stays alone.
      let isExpected = index + 1 < lines.count && lines[index + 1].text.hasPrefix("expect ")
      if !isExpected, let last = session.lastResult { expected[index] = last.expectations }
    }
    return expected
  }
}
