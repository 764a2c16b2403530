import LineEditor
import Report
import RetryLanguage
import Workbench

/// Checks for a build that a policy still meets its goals.
struct GoalsFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func run() -> Platform.ExitCode {
    let (policy, goals) = (arguments.paths[0], arguments.paths[1])
    guard let text = Platform.content(ofFile: policy).text else {
      return Platform.unreadable(policy, Platform.content(ofFile: policy).reason ?? "")
    }
    let (file, reason) = ScenarioFrontEnd.scenario(goals)
    guard let file else { return Platform.unreadable(goals, reason) }
    let scenario = file.about(text, named: policy)
    let front = ScenarioFrontEnd(arguments)
    return Interruption.listening {
      if arguments.updates { return front.update(scenario, at: goals) ?? .success }
      var options = CheckOptions()
      (options.tolerance, options.seeds) = (arguments.tolerance, arguments.seeds)
      (options.threads, options.tellsAll) = (arguments.threads, arguments.tellsAll)
      let check = scenario.check(
        recording: ScenarioFrontEnd.recording(of: scenario, at: goals), options,
        terminal: ScenarioFrontEnd.hooks)
      if Interruption.isRequested { return .interrupted }
      return report(check, front)
    }
  }

  private func report(_ check: Check, _ front: ScenarioFrontEnd) -> Platform.ExitCode {
    let report = GoalsReport(check, of: arguments.paths[0].sanitized)
    if let path = arguments.junit,
      case .failed(let reason) = Platform.save(path, JUnit(report.checks).text, mayReplace: true)
    {
      return Platform.unwritable(path, reason)
    }
    if let path = arguments.html,
      let code = front.save(report.page(madeBy: Version.maker), to: path)
    {
      return code
    }
    let lines =
      arguments.format == .json
      ? ChecksReport(report.checks).json.map(\.versioned.text)
      : report.lines(FrontEnd.style(arguments.colour))
    for line in lines { Platform.write(line, to: .output) }
    return report.isPassed ? .success : check.verdict == .mistake ? .wrongScript : .failed
  }
}
