import BuiltInScenarios
import LineEditor
import Report
import RetryLanguage
import RetryNumerics
import Workbench

/// Checks and records scenarios.
struct ScenarioFrontEnd {
  let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// Checks the scenarios that the command line names, and those in its folders.
  func test() -> Platform.ExitCode {
    if let run = EngineRun(arguments) {
      return Ending.code { () throws(Ending) -> Platform.ExitCode in report(try run.checks()) }
    }
    return Interruption.listening {
      let roots =
        arguments.paths.isEmpty
        ? [Platform.isFolder("scenarios") ? "scenarios" : "."] : arguments.paths
      var paths: [String] = []
      for root in roots {
        let found: [String]
        do throws(Platform.FolderError) {
          found = try BuiltInScenarios.paths(at: root)
        } catch {
          return Platform.unreadable(error.path, error.reason)
        }
        // Otherwise a misspelt folder would pass unnoticed.
        guard !found.isEmpty else {
          Platform.write("retrylab: no scenarios in '\(root.sanitized)'", to: .error)
          return .noSuchFile
        }
        paths += found
      }
      return report(check(paths, exerciseSeeds: Self.exerciseSeeds))
    }
  }

  /// Compares scenarios with their recordings, or replaces the recordings.
  func replay() -> Platform.ExitCode {
    Interruption.listening {
      guard arguments.updates else {
        for path in arguments.paths {
          let (scenario, reason) = Self.scenario(path)
          guard let scenario else { return Platform.unreadable(path, reason) }
          guard Self.recording(of: scenario, at: path).content == .absent else { continue }
          return Platform.unreadable(Recording.path(of: path), "no recording yet")
        }
        return report(check(arguments.paths))
      }
      return update()
    }
  }

  private func update() -> Platform.ExitCode {
    for path in arguments.paths {
      let (scenario, reason) = Self.scenario(path)
      guard let scenario else { return Platform.unreadable(path, reason) }
      guard Platform.isThere(path) else {
        return Platform.unwritable(Recording.path(of: path), "the scenario is part of the program")
      }
      if let code = update(scenario, at: path) { return code }
    }
    return .success
  }

  /// Records what a scenario does; returns the exit code if it fails.
  func update(_ scenario: Scenario, at path: String) -> Platform.ExitCode? {
    let outcome = scenario.perform(threads: arguments.threads, terminal: Self.hooks)
    if Interruption.isRequested { return .interrupted }
    guard outcome.isWhole else {
      for mistake in outcome.mistakes {
        Platform.write("\(scenario.path): \(mistake)", to: .error)
      }
      Platform.write("\(scenario.path) is not recorded", to: .error)
      return outcome.status.exitCode
    }
    return record(outcome, of: path)
  }

  /// Writes a recording; returns the exit code if it fails.
  private func record(_ outcome: Scenario.Outcome, of path: String) -> Platform.ExitCode? {
    let place = Recording.path(of: path)
    switch Platform.recording(place) {
    case .absent: break
    case .text(let text) where Recording.isMeant(by: text): break
    case .text:
      let words = "'\(place.sanitized)' is not a recording, and is left as it is"
      Platform.write("retrylab: \(words)", to: .error)
      return .failed
    case .unreadable(let reason): return Platform.unreadable(place, reason)
    }
    let text = Recording(outcome).text
    if let reason = Recording.refusal(bytes: text.utf8.count) {
      return Platform.unwritable(place, reason)
    }
    if case .failed(let reason) = Platform.save(place, text, mayReplace: true) {
      return Platform.unwritable(place, reason)
    }
    // The file of an interrupted save would otherwise take precedence.
    if let reason = Platform.remove(Recording.savingPath(of: path)) {
      return Platform.unwritable(Recording.savingPath(of: path), reason)
    }
    Platform.write("recorded \(place)", to: .output)
    if let note = Recording.note(on: place, bytes: text.utf8.count) {
      Platform.write(note, to: .error)
    }
    return nil
  }

  /// The number of seeds under which the answers to an exercise are tested.
  private static let exerciseSeeds = 20

  /// Checks scenarios on all cores; the results keep the order of the paths.
  private func check(
    _ paths: [String], exerciseSeeds: Int = 1, isTimed: Bool = true,
    progress: (@Sendable (Double) -> Void)? = ProgressLine.hook
  ) -> [Check] {
    var options = options
    options.exerciseSeeds = exerciseSeeds
    let checks = Parallel.map(paths, threads: arguments.threads, progress: progress) { [options] in
      Self.check($0, options, isTimed: isTimed)
    }
    return zip(paths, checks).map { $1 ?? Check($0.sanitized, .stopped, "stopped by Ctrl-C") }
  }

  /// The settings of checks; scenarios run concurrently, each on one thread.
  private var options: CheckOptions {
    var options = CheckOptions()
    (options.tolerance, options.tellsAll, options.threads) = (
      arguments.tolerance, arguments.tellsAll, 1
    )
    options.seeds = arguments.seeds
    return options
  }

  /// Checks scenarios as `test` does; without times, they are the same whenever they are made.
  func checks(
    of paths: [String], isTimed: Bool,
    progress: (@Sendable (Double) -> Void)? = ProgressLine.hook
  ) -> [Check] {
    check(paths, exerciseSeeds: Self.exerciseSeeds, isTimed: isTimed, progress: progress)
  }

  private static func check(
    _ path: String, _ options: CheckOptions, isTimed: Bool
  ) -> Check {
    var hooks = TerminalHooks.ofProgram
    if !isTimed { hooks.clock = nil }
    let (scenario, reason) = scenario(path)
    guard let scenario else {
      return Check(path.sanitized, .unreadable, "cannot be read: \(reason)")
    }
    return scenario.check(
      recording: recording(of: scenario, at: path), options, terminal: hooks)
  }

  func report(_ checks: [Check]) -> Platform.ExitCode {
    let report = ChecksReport(checks)
    if let path = arguments.junit,
      case .failed(let reason) = Platform.save(path, JUnit(checks).text, mayReplace: true)
    {
      return Platform.unwritable(path, reason)
    }
    if let path = arguments.html,
      let code = save(ReportPage(checks, madeBy: Version.maker), to: path)
    {
      return code
    }
    if arguments.format == .json {
      for object in report.json { Platform.write(object.versioned.text, to: .output) }
    } else {
      Platform.write(report.text, to: .output)
      if Platform.isOnGitHub {
        for line in report.annotations { Platform.write(bytes: line + "\n", to: .output) }
      }
    }
    if Interruption.isRequested { return .interrupted }
    return report.isPassed ? .success : .failed
  }

  static var hooks: TerminalHooks {
    var hooks = TerminalHooks.ofProgram
    hooks.progress = ProgressLine.hook
    hooks.progressNote = ProgressLine.noteHook
    return hooks
  }

  /// Returns the scenario in a file, or why it cannot be read.
  static func scenario(_ path: String) -> (scenario: Scenario?, reason: String) {
    let file = BuiltInScenarios.content(of: path, orElse: Platform.content(ofFile: path))
    let scenario = file.text.map {
      Scenario(path: path.sanitized, text: $0, host: FrontEnd.host(beside: path))
    }
    return (scenario, file.reason ?? "")
  }

  static func recording(of scenario: Scenario, at path: String) -> Recording.Kept {
    guard Platform.isThere(path) else {
      return Recording.Kept(BuiltInScenarios.recording(of: path))
    }
    return Recording.kept(beside: path, with: scenario.text, in: Platform.recording)
  }
}
