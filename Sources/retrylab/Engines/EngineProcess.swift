import LineEditor

/// A command of the shell that runs until it ends, or until Ctrl-C.
enum EngineProcess {
  /// Runs a command; returns its exit status, or `nil` if it was stopped or cannot be started.
  static func run(_ command: String, watching look: () -> Void) -> Int32? {
    guard let process = ChildProcess(["/bin/sh", "-c", command]) else { return nil }
    process.wait(watching: look)
    return Interruption.isRequested ? nil : process.status
  }
}
