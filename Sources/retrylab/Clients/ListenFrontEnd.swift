import Conformance
import Workbench

/// Answers real clients as the operations of a file do.
struct ListenFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func run() -> Platform.ExitCode {
    // Ctrl-C is the usual end of a server.
    Ending.code(isInterruptible: false) { () throws(Ending) -> Platform.ExitCode in
      let (file, _) = try ListenedFile.read(arguments.paths[0], arguments)
      let isJSON = arguments.format == .json
      var server = try ClientServer(file, arguments)
      let log = ServerLog()
      try server.run { attempt in log.add(isJSON ? attempt.json : attempt.line) }
      if isJSON { log.add(server.end.json) }
      log.finish()
      Platform.write(server.end.line, to: .error)
      guard log.isComplete else { return .unwritable }
      return server.commandStatus == 0 || !server.end.isComplete ? .success : .failed
    }
  }
}
