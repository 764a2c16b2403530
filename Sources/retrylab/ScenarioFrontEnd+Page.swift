import LineEditor
import Pictures
import Report
import RetryLanguage
import Workbench

// Scenarios as a page.

extension ScenarioFrontEnd {
  /// Runs scenarios and writes them as a page, two of them side by side.
  ///
  /// The exit code is that of running them.
  func report() -> Platform.ExitCode {
    Interruption.listening {
      if !arguments.hasPage, Platform.Stream.output.isTerminal {
        Platform.write(
          "retrylab: a report is an HTML page; '--html report.html' writes it to a file",
          to: .error)
        return .usage
      }
      let paths = arguments.paths
      var reports: [Scenario.PageRun] = []
      for path in paths {
        let (scenario, reason) = Self.scenario(path)
        guard let scenario else { return Platform.unreadable(path, reason) }
        reports.append(
          scenario.report(
            size: paths.count == 2 ? .big : .normal, threads: arguments.threads,
            terminal: Self.hooks))
        if Interruption.isRequested { return .interrupted }
      }
      let page = ReportPage(reports)
      if let path = arguments.html {
        if let code = save(page, to: path) { return code }
        Platform.write("wrote \(path.sanitized)", to: .output)
      } else {
        Platform.write(bytes: page.text, to: .output)
      }
      // Whoever reads no page still has to know.
      for report in reports {
        for mistake in report.outcome.mistakes {
          Platform.write("\(report.chapter.title): \(mistake)", to: .error)
        }
      }
      return reports.map(\.outcome.status.exitCode).first { $0 != .success } ?? .success
    }
  }

  /// Writes a page; returns the exit code if that fails.
  func save(_ page: ReportPage, to path: String) -> Platform.ExitCode? {
    guard case .failed(let reason) = Platform.save(page: page.text.utf8, to: path) else {
      return nil
    }
    return Platform.unwritable(path, reason)
  }
}
