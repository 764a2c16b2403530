import LineEditor

/// An exit code, after its reason was told.
struct Ending: Error {
  let code: Platform.ExitCode

  init(code: Platform.ExitCode) {
    self.code = code
  }

  /// Tells why the program ends.
  init(_ words: String, _ code: Platform.ExitCode) {
    Platform.write("retrylab: \(words)", to: .error)
    self.code = code
  }

  /// Does something until Ctrl-C, and returns the exit code.
  static func code(of work: () throws(Ending) -> Void) -> Platform.ExitCode {
    code { () throws(Ending) -> Platform.ExitCode in
      try work()
      return .success
    }
  }

  /// Does something that has an exit code of its own, also if Ctrl-C is one of its usual ends.
  static func code(
    isInterruptible: Bool = true, of work: () throws(Ending) -> Platform.ExitCode
  ) -> Platform.ExitCode {
    Interruption.listening {
      do throws(Ending) {
        let code = try work()
        return isInterruptible && Interruption.isRequested ? .interrupted : code
      } catch {
        return error.code
      }
    }
  }
}
