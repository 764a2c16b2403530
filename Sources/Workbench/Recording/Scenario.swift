import Report
import RetryLanguage
package import RetryNumerics

/// A script of narration, definitions, commands and expectations.
package struct Scenario {
  /// The path, as displayed.
  package let path: String
  /// The text.
  package let text: String
  let host: ScriptHost
  let table: CommandTable
  /// What runs before the text, if anything.
  private var prelude = ""

  var commands: [CommandShape] { table.all.map(\.shape) }

  init(path: String, text: String, host: ScriptHost, commands table: CommandTable) {
    self.path = path
    self.text = text
    self.host = host
    self.table = table
  }

  /// Returns the scenario about a policy in a file of any format that is known, which it calls `policy`.
  package func about(_ policy: String, named path: String) -> Scenario {
    var host = host
    let other = host.file
    host.file = { $0 == path ? .text(policy) : other($0) }
    var scenario = Scenario(path: self.path, text: text, host: host, commands: table)
    scenario.prelude = "import policy \"\(path)\" as policy"
    return scenario
  }

  /// The result of a statement, with the chance intervals of its figures.
  struct Result {
    let recorded: Recording.Result
    let intervals: [String: ChanceInterval]
  }

  /// A judged expectation.
  struct Judged {
    let expectation: Expectation
    /// The time since the start of the scenario.
    let time: Nanoseconds
  }

  /// An error in the text, or in a file that it loads, which has no position here.
  struct Mistake {
    let message: String
    let position: Int?
    let line: Int?
  }

  /// The result of a run.
  package struct Outcome {
    var results: [Result] = []
    /// The expectations, in order.
    var judged: [Judged] = []
    /// The seed at the end.
    package fileprivate(set) var seed: UInt64 = 0
    /// The status at the end.
    package fileprivate(set) var status = Status.ready
    /// The errors as text.
    package fileprivate(set) var mistakes: [String] = []
    /// The errors among them that are no failed expectations.
    private(set) var errors: [Mistake] = []
    /// The line of the last statement that ran.
    package fileprivate(set) var line: Int?
    /// The line of the first mistake, or else of the last statement that ran.
    var mistakenLine: Int? { errors.first?.line ?? line }
    /// The duration.
    package fileprivate(set) var time = Nanoseconds.zero

    /// Whether it ran to its end.
    package var isWhole: Bool { status == .ready || status == .ended }

    fileprivate mutating func add(_ event: Event, at time: Nanoseconds) {
      switch event {
      case .expected(let expectation):
        judged.append(Judged(expectation: expectation, time: time))
      default: break
      }
      var renderer = TextRenderer()
      switch event {
      case .diagnosed, .expected, .checked, .replayed:
        for case .mistake(let text) in renderer.outputs(of: event) {
          mistakes.append(text)
          guard case .diagnosed(let diagnostic, let source) = event else { continue }
          let position = source.name == nil ? diagnostic.range.lowerBound : nil
          errors.append(
            Mistake(
              message: text, position: position, line: position.map { source.place(of: $0).line }))
        }
      default: break
      }
      var intervals: [[String: ChanceInterval]] = []
      if case .measured(let record, _, _) = event { intervals = record.result.intervals }
      for (index, object) in JSONRenderer.objects(of: event).enumerated() {
        guard let recorded = Recording.Result(object) else { continue }
        let known = index < intervals.count ? intervals[index] : [:]
        results.append(Result(recorded: recorded, intervals: known))
      }
    }
  }

  /// Runs the scenario in a new session.
  ///
  /// With `judgingAll`, a failed expectation does not stop it. The author's answers to an exercise are checked under so
  /// many seeds. The clock of the terminal measures durations for build
  /// servers; without one, they are zero. The watcher receives each statement before it runs.
  package func perform(
    judgingAll: Bool = false, exerciseSeeds: Int = 1, threads: Int? = nil, seed: UInt64? = nil,
    terminal: TerminalHooks = TerminalHooks(),
    watching watcher: ((Event) -> Void)? = nil
  ) -> Outcome {
    var settings = Settings()
    settings.threads = threads
    if let seed { settings.seed = seed }
    var outcome = Outcome()
    let clock = terminal.clock ?? { .zero }
    let began = clock()
    var session = Session(commands: table, settings: settings, host: host, terminal: terminal) {
      event in
      outcome.add(event, at: clock() - began)
      watcher?(event)
    }
    session.goesOnAfterFailure = judgingAll
    session.workspace.exerciseSeeds = exerciseSeeds
    session.isFollowingFile = watcher != nil
    var status = prelude.isEmpty ? .ready : session.run(prelude)
    if status == .ready { status = session.run(text, isFile: true) }
    (outcome.status, outcome.seed) = (status, session.settings.seed)
    outcome.line = session.workspace.lastLine
    outcome.time = clock() - began
    return outcome
  }
}
