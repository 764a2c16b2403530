package import Measurement
package import RetryLanguage
package import RetryNumerics
import Simulation
package import TextLayout

/// Something that happened in a session, reported in order.
///
/// A session only reports values; renderers turn them into text, JSON, or CSV.
package indirect enum Event: Sendable {
  /// A name was defined, and may hide a built-in name.
  case defined(NamedDefinition, hiding: Callable?)
  /// A definition took the place of an earlier one of the person.
  case replaced(Definition, by: Definition)
  /// A value was requested.
  case shown(Definition)
  /// All definitions were requested, or some of them.
  case listed([NamedDefinition], areWritten: Bool)
  /// A line of narration.
  case narrated(String)
  /// A statement of a file is about to run, as a person would type it.
  case typed(String, commands: [CommandShape])
  /// One call was run, or shown again.
  case ran(RunRecord)
  /// One call waits for a person's answer; some of its events were not told before.
  case paused(RunRecord, events: Range<Int>)
  /// Several calls were run, to be shown in one line each.
  case ranSeries(CallSeries)
  /// Calls or loads were played to their end, maybe on a screen that shows all but their results.
  case played(PlayedRecords, isShown: Bool)
  /// Many calls were measured, or shown again; the seed of the session may differ from theirs.
  case measured(MeasuredRecord, sessionSeed: UInt64, isNew: Bool = true)
  /// Loads were compared by what they ask of a server.
  case weighed(MeasuredRecord)
  /// A call was searched for and shrunk.
  case hunted(Hunt)
  /// A condition on the last result was checked.
  case expected(Expectation)
  case explained(Explanation)
  /// A call was explained decision by decision.
  case reasoned(Reasons)
  case stepped(Step)
  /// An author's answer was checked against the goals of an exercise.
  case checked(ExerciseCheck)
  /// A scenario was compared with its recording.
  case replayed(ReplayedScenario)
  case diagnosed(Diagnostic, in: SourceText)
  /// Results were kept under names, which a person can use.
  case kept([String])
  /// An operation was fitted to a file, before it is defined; its report is told in lines of a width.
  case fitted(FittedFile, from: String, report: @Sendable (_ width: Int) -> [String])
  /// The requests of a log are met again, before the operation is defined.
  case logged(_ definition: String, LogReport)
  /// The engines that ran the calls.
  case tookWays([ExecutionPath])
  /// The real time that a statement took.
  case took(Nanoseconds)
  /// A requested text, such as help.
  case text(String)
  /// The settings were requested.
  case listedSettings([SettingValue])
  case note(String)
  case restyled(columns: Int, rows: Int?, Style.Charts, isTall: Bool)

  var measurements: [MeasuredRecord] {
    switch self {
    case .measured(let record, _, _): [record]
    case .played(.loads(let records), _): records
    default: []
    }
  }

  /// Whether it tells the width of the output.
  var isRestyling: Bool { if case .restyled = self { true } else { false } }
}

/// A definition with its name.
package struct NamedDefinition: Sendable {
  /// The name.
  package let name: String
  /// Its definition.
  package let definition: Definition
}
