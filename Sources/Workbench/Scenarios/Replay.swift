import RetryLanguage
package import Simulation

/// What came of running a scenario again beside its recording.
package struct Replay {
  /// The first difference, in words; nothing where there is none.
  package private(set) var difference: String?
  /// What is to be said besides.
  package private(set) var notes: [String] = []

  /// Holds a run against a recording.
  package init(
    _ outcome: Scenario.Outcome, against recording: Recording, json: (String) -> Value?
  ) {
    self.init(outcome, against: recording, under: .current, json: json)
  }

  init(
    _ outcome: Scenario.Outcome, against recording: Recording, under contract: Contract,
    json: (String) -> Value?
  ) {
    let isOther = recording.version != Version.current
    if isOther { notes.append(Self.origin(recording, contract)) }
    difference = Divergence.first(recorded: recording.objects, found: outcome.objects, json: json)
    guard difference == nil, recording.words != Digest.of(outcome.printed) else { return }
    let words = "the same happens at the same times, but it is told in other words"
    if isOther { notes.append(words) } else { difference = words }
  }

  private static func origin(_ recording: Recording, _ contract: Contract) -> String {
    let changes = contract.changes(since: recording.contract)
    let told =
      changes.isEmpty
      ? "nothing that recordings rest on has changed since"
      : "since then: " + changes.joined(separator: "; ")
    return "recorded by version \(recording.version.sanitized), this is \(Version.current); \(told)"
  }
}
