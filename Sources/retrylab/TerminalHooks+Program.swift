import LineEditor
import RetryNumerics
import Workbench

extension TerminalHooks {
  /// What every session of the program has: a clock and a look at Ctrl-C.
  static var ofProgram: TerminalHooks {
    var hooks = TerminalHooks()
    let began = ContinuousClock.now
    hooks.clock = { Nanoseconds(ContinuousClock.now - began) }
    hooks.tasks = Arguments.Task.worded.map {
      ($0.word ?? "", "retrylab \($0.synopsis)", $0.help)
    }
    hooks.isInterrupted = { Interruption.isRequested }
    return hooks
  }
}
