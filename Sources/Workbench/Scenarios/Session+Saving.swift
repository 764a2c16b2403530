import RetryLanguage

extension Session {
  /// A session written down.
  struct Saved {
    let text: String
    let definitions: Int
    let results: Int
    /// The number of statements that were left out, since they stand on results that are gone.
    let lost: Int
  }

  /// Writes the session as a scenario; nothing where there is nothing to write.
  func saved(withExpectations: Bool) -> Saved? {
    let clearing = Clearing(journal, seed: firstSeed)
    let kept = clearing.lines.map(\.keeping)
    guard kept.contains(where: \.standsOnOthers) else { return nil }
    let expected = withExpectations ? expectations(of: clearing.lines) : [:]
    var lines: [String] = []
    for (index, line) in clearing.lines.enumerated() {
      let isTold = line.keeping == .narration
      if isTold, index > 0, kept[index - 1] != .narration { lines.append("") }
      lines += [line.text] + (expected[index] ?? [])
    }
    return Saved(
      text: lines.map { $0 + "\n" }.joined(),
      definitions: kept.count { if case .definition = $0 { true } else { false } },
      results: kept.count { $0 == .result }, lost: clearing.lost)
  }

  /// What can be expected after each of the lines, found by running them.
  private func expectations(of lines: [Clearing.Line]) -> [Int: [String]] {
    var session = Session(outside: outside, terminal: terminal.watching) { _ in }
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
