import Dispatch
import RetryLanguage
import Workbench

/// The front end for other programs: requests on standard input, responses on standard output.
struct ServeFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// Answers until the input ends; Ctrl-C ends the program, since clients stop a run by a request.
  func run() -> Platform.ExitCode {
    if let reason = Platform.inputProblem { return Platform.unreadable("-", reason) }
    let lines = MessageQueue()
    let host = FrontEnd.host(in: ".")
    let pulse = Pulse(every: .milliseconds(100))
    let connection = Connection(
      read: { lines.next() }, write: { Platform.write($0, to: .output) },
      isDue: { pulse.isDue() })
    // Requests to stop a run are read while it runs.
    DispatchQueue.global().async {
      while let line = readLine() {
        if connection.hear(line) { lines.add(line) }
      }
      lines.end()
    }
    var hooks = TerminalHooks.ofProgram
    hooks.lessonStore = .course
    Platform.allowSaving(&hooks)
    var server = ProtocolServer(
      connection, settings: FrontEnd.settings(arguments), host: host, terminal: hooks)
    server.run()
    return .success
  }
}
