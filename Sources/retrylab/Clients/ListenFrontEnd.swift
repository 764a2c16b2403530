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
      try server.run { attempt in
        Platform.write(isJSON ? attempt.json : attempt.line, to: .output)
      }
      if isJSON { Platform.write(server.end.json, to: .output) }
      Platform.write(server.end.line, to: .error)
      return server.commandStatus == 0 || !server.end.isComplete ? .success : .failed
    }
  }
}
