import RetryLanguage
import Simulation

/// A session as the text of a scenario.
struct SavedSession {
  let text: String
  let definitions: Int
  let results: Int
  /// The number of statements left out because their results are gone.
  let lost: Int
  /// The number of calls that the person cancelled; in a scenario, the answer is always to retry.
  let cancelled: Int

  /// Writes a session, or some of its results by their numbers; fails if it is empty.
  init?(_ session: Session, of wanted: Set<Int>?, withExpectations: Bool) {
    let (workspace, environment) = (session.workspace, session.workspace.environment)
    let known = environment.known
    let draft = ScenarioDraft(
      environment.journal, of: wanted, seed: environment.firstSeed,
      answer: wanted == nil ? session.lessons.exercise?.name : nil,
      workspace.table
    ) { number in
      guard let item = known["_\(number)"]?.item else { return false }
      if case .run = item { return false }
      return item.load != nil
    }
    let kept = draft.lines.map(\.keeping)
    guard kept.contains(where: \.standsOnOthers) else { return nil }
    let expected = withExpectations ? workspace.expectations(of: draft.lines) : [:]
    var lines: [String] = []
    for (index, line) in draft.lines.enumerated() {
      let isNarration = line.keeping == .narration
      if isNarration, index > 0, kept[index - 1] != .narration { lines.append("") }
      lines += [line.text] + expected[index, default: []]
    }
    // A teacher reads what the class guessed from the files of the answers.
    if wanted == nil, session.lessons.exercise != nil {
      lines += session.lessons.guesses.map(\.comment)
    }
    text = lines.map { $0 + "\n" }.joined()
    definitions = kept.count { if case .definition = $0 { true } else { false } }
    results = kept.count { $0 == .result }
    lost = draft.lost
    cancelled = draft.lines.flatMap(\.results).count { number in
      if case .run(let record)? = known["_\(number)"]?.item { record.isCancelled } else { false }
    }
  }
}

extension RunRecord {
  /// Whether the person cancelled the call.
  fileprivate var isCancelled: Bool {
    if case .stopped(.question) = trace.result.outcome { return true }
    return answers?.contains(.cancel) == true
  }
}

extension Workspace {
  /// Returns the expectations that hold after each line, found by running the lines.
  fileprivate func expectations(of lines: [ScenarioDraft.Line]) -> [Int: [String]] {
    var session = Session(commands: table, host: environment.host, terminal: terminal.watching) {
      _ in
    }
    var expected: [Int: [String]] = [:]
    for (index, line) in lines.enumerated() {
      session.workspace.environment.lastResult = nil
      guard session.run(line.text) == .ready else { break }
      // Expectations written by hand get no others beside them.
      let isExpected = index + 1 < lines.count && lines[index + 1].text.hasPrefix("expect ")
      if !isExpected, let last = session.workspace.environment.lastResult {
        expected[index] = last.expectations
      }
    }
    return expected
  }
}
