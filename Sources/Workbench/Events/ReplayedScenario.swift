/// A scenario that was run again beside its recording.
package struct ReplayedScenario: Sendable {
  /// Where it lies.
  package let path: String
  /// What came of it.
  package let replay: Replay
  /// What makes it right, where a save was interrupted.
  package let mend: String?
}
