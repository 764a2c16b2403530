/// A scenario that was compared with its recording.
package struct ReplayedScenario: Sendable {
  /// The path of the scenario.
  package let path: String
  /// The comparison.
  package let replay: Replay
  /// A remedy, if a save was interrupted.
  package let fixIt: String?
}
