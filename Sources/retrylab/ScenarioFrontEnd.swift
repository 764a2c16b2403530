import Dispatch
import LineEditor
import Report
import RetryLanguage
import Synchronization
import Workbench

/// Runs scenarios to see whether they still do what they should, and records what they do.
struct ScenarioFrontEnd {
  private let arguments: Arguments

  /// Creates a front end for a command line.
  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// Checks every scenario that the command line names, or that lies in a folder.
  func test() -> Platform.ExitCode {
    Interruption.listening {
      let roots =
        arguments.paths.isEmpty
        ? [Platform.isFolder("scenarios") ? "scenarios" : "."] : arguments.paths
      var paths: [String] = []
      for root in roots {
        guard let found = Platform.scenarios(in: root) else {
          return Platform.noSuchFile(root)
        }
        // Who tests a folder by a wrong name would else never know.
        guard !found.isEmpty else {
          Platform.write("retrylab: there is no scenario in '\(root.sanitized)'", to: .error)
          return .noSuchFile
        }
        paths += found
      }
      return tell(check(paths))
    }
  }

  /// Runs scenarios beside their recordings, which must be there, or writes the recordings anew.
  func replay() -> Platform.ExitCode {
    Interruption.listening {
      guard arguments.updates else {
        if let missing = arguments.paths.first(where: { Self.recording(of: $0) == nil }) {
          return Platform.noSuchFile(Recording.path(of: missing))
        }
        return tell(check(arguments.paths))
      }
      return update()
    }
  }

  private func update() -> Platform.ExitCode {
    for path in arguments.paths {
      guard let scenario = Self.scenario(path) else { return Platform.noSuchFile(path) }
      let outcome = scenario.perform(threads: arguments.threads, terminal: Self.hooks)
      if Interruption.isRequested { return .interrupted }
      guard outcome.isWhole else {
        for mistake in outcome.mistakes {
          Platform.write("\(scenario.path): \(mistake)", to: .error)
        }
        Platform.write("\(scenario.path) is not recorded", to: .error)
        return outcome.status == .failed ? .failed : .wrongScript
      }
      let place = Recording.path(of: path)
      if let before = Platform.text(ofFile: place), !Recording.isMeant(by: before) {
        let words = "'\(place.sanitized)' is no recording, and is left as it is"
        Platform.write("retrylab: \(words)", to: .error)
        return .failed
      }
      if case .failed(let reason) = Platform.save(place, Recording(outcome).text, mayReplace: true)
      {
        Platform.write("retrylab: '\(place)' cannot be written: \(reason)", to: .error)
        return .failed
      }
      Platform.write("recorded \(place)", to: .output)
    }
    return .success
  }

  /// Checks scenarios on all cores; the results stand in the order of the paths.
  private func check(_ paths: [String]) -> [Check] {
    let progress = ProgressLine.hook
    let checks = Mutex([Check?](repeating: nil, count: paths.count))
    let next = Mutex(0)
    let threads = arguments.threads ?? 256
    @Sendable func work() {
      while !Interruption.isRequested {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < paths.count else { return }
        let check = Self.check(paths[index])
        let done = checks.withLock { checks in
          checks[index] = check
          return checks.count { $0 != nil }
        }
        progress?(Double(done) / Double(paths.count))
      }
    }
    DispatchQueue.concurrentPerform(iterations: min(threads, max(paths.count, 1))) { _ in work() }
    progress?(1)
    return checks.withLock { checks in
      zip(paths, checks).map { $1 ?? Check($0.sanitized, .stopped, "stopped by Ctrl-C") }
    }
  }

  private static func check(_ path: String) -> Check {
    guard let scenario = scenario(path) else {
      return Check(path.sanitized, .unreadable, "cannot be read")
    }
    var hooks = TerminalHooks()
    hooks.isInterrupted = { Interruption.isRequested }
    // The scenarios themselves run side by side.
    return scenario.check(recording: recording(of: path), threads: 1, terminal: hooks)
  }

  private func tell(_ checks: [Check]) -> Platform.ExitCode {
    let report = ChecksReport(checks)
    if let path = arguments.junit,
      case .failed(let reason) = Platform.save(path, JUnit(checks).text, mayReplace: true)
    {
      Platform.write("retrylab: '\(path)' cannot be written: \(reason)", to: .error)
      return .failed
    }
    if arguments.isJSON {
      for object in report.json { Platform.write(object.text, to: .output) }
    } else {
      Platform.write(report.text, to: .output)
      if Platform.environment("GITHUB_ACTIONS") == "true" {
        for line in report.annotations { Platform.write(line, to: .output) }
      }
    }
    if Interruption.isRequested { return .interrupted }
    return report.isPassed ? .success : .failed
  }

  private static var hooks: TerminalHooks {
    var hooks = TerminalHooks()
    hooks.isInterrupted = { Interruption.isRequested }
    hooks.progress = ProgressLine.hook
    return hooks
  }

  private static func scenario(_ path: String) -> Scenario? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return Platform.text(ofFile: path).map {
      Scenario(path: path.sanitized, text: $0, outside: FrontEnd.outside(in: folder))
    }
  }

  private static func recording(of path: String) -> String? {
    Platform.text(ofFile: Recording.path(of: path))
  }
}
