package import Measurement
package import RetryLanguage
package import RetryNumerics
package import Simulation

/// Something that happened in a session, in the order in which it did.
///
/// A session only tells what happened. Renderers make text, JSON or CSV of it.
package enum Event: Sendable {
  /// A name was given a meaning, under which it may hide what the language has of that name.
  case defined(NamedDefinition, hiding: Callable?)
  /// A value was asked for.
  case shown(Definition)
  /// What is defined was asked for, all of it or some names.
  case listed([NamedDefinition], areWritten: Bool)
  /// A line of narration.
  case narrated(String)
  /// One call was run, or looked at again.
  case ran(RunRecord)
  /// Several calls were run, to be told in short.
  case ranSeries(CallSeries)
  /// One call was shown at its own pace, to its end.
  case played(RunRecord)
  /// Many calls were measured, or looked at again, in a session that has a seed of its own.
  case measured(MeasuredRecord, sessionSeed: UInt64)
  /// A call was looked for, and made short.
  case hunted(Hunt)
  /// A condition on the last result was judged.
  case expected(Expectation)
  /// A strategy was explained.
  case explained(Explanation)
  /// A call was told decision by decision.
  case reasoned(Reasons)
  /// A call was stepped through.
  case stepped(Step)
  /// An answer to an exercise was held against its goals.
  case checked(ExerciseCheck)
  /// A scenario was run beside its recording.
  case replayed(ReplayedScenario)
  /// A mistake in a text.
  case diagnosed(Diagnostic, in: SourceText)
  /// On which ways calls were run.
  case tookWays([MeasurementWay])
  /// How long a statement took.
  case took(Nanoseconds)
  /// A text that was asked for, such as help.
  case text(String)
  /// The settings were asked for.
  case listedSettings([SettingValue])
  /// Something that is said besides, to a person.
  case note(String)
  /// The output has a new number of columns.
  case resized(columns: Int)
}

/// A definition with its name.
package struct NamedDefinition: Sendable {
  /// The name.
  package let name: String
  /// Its definition.
  package let definition: Definition
}

/// Several calls of one source, whose traces are worked out when they are asked for.
package struct CallSeries: Sendable {
  /// What was run, as it was written.
  package let subject: String
  /// The calls as far as they were run.
  package let results: [CallResult]
  /// The number of calls that were to be run.
  package let planned: Int
  let source: Source
  let seed: UInt64
  let limits: Limits
  let isInterrupted: (@Sendable () -> Bool)?

  /// The machine that runs the calls again, for their traces.
  package var machine: Machine {
    Machine(source, seed: seed, limits: limits, isInterrupted: isInterrupted)
  }
}
