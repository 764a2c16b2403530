import Pictures
import Report
import RetryLanguage
import TextLayout

extension Command {
  static let report = Command(
    "report", .text([.over, .of]),
    "writes the session as an HTML page, with what was typed, its images and tables, and the text that runs it again: 'report flaky' includes all results, 'report flaky of _1, _3' only these; 'over' replaces an existing file. The page needs no other file and no network. In a shell, 'retrylab report flaky.retry' writes a scenario as a page, or two side by side",
    example: "report flaky"
  ) { (session: inout Session, call) throws(Diagnostic) in
    let request = try SaveRequest(call, ending: ".html")
    if let scenarios = call.text?.text, scenarios.contains(".retry") {
      throw Diagnostic(
        .impossibleValue, "'report' writes this session, not a file", at: call.range,
        fixIt: .advice(
          "in a shell: retrylab report \(scenarios.sanitized) --html report.html"))
    }
    let save = try session.workspace.writer(for: "report", at: call.range)
    let wanted = try session.workspace.numbers(of: request, at: call.range)
    guard let saved = SavedSession(session, of: wanted, withExpectations: false) else {
      throw Diagnostic(.missingArgument, "nothing to report yet", at: call.range)
    }
    // The page is about the text that it shows, which is run for it.
    let scenario = Scenario(
      path: request.path.dropLast(".html".count) + ".retry", text: saved.text,
      host: session.workspace.environment.host, commands: session.workspace.table)
    let report = scenario.report(
      threads: session.settings.threads,
      terminal: session.workspace.terminal.watching)
    session.workspace.runner.endProgress()
    guard session.workspace.terminal.isInterrupted?() != true else {
      session.workspace.emit(.note("stopped by Ctrl-C: nothing was written"))
      return .ready
    }
    let isReplacing = try session.workspace.files.write(
      ReportPage([report]).text, to: request.path,
      WriteRequest(
        save: save, mayReplace: request.over, fixIt: request.fixIt, range: call.range))
    let place = FileWriter.phrase(isReplacing: isReplacing)
    session.workspace.emit(
      .text("wrote \(request.path.sanitized)\(place), which a browser shows"))
    return .ready
  }
}
