import LineEditor
import RetryNumerics
import Workbench

extension TerminalHooks {
  /// What every session of the program has: a clock and a look at Ctrl-C.
  static var ofProgram: TerminalHooks {
    var hooks = TerminalHooks()
    let began = ContinuousClock.now
    hooks.clock = { Nanoseconds(ContinuousClock.now - began) }
    hooks.tasks = Arguments.Task.worded.map { task in
      TaskHelp(
        task.word ?? "", "retrylab \(task.synopsis)", task.help,
        Option.allCases.filter {
          $0.description.tasks.contains(task)
            && $0.description.tasks.count < Arguments.Task.allCases.count
        }.map {
          TaskHelp.Option($0.synopsis, $0.description.help)
        })
    }
    hooks.isInterrupted = { Interruption.isRequested }
    return hooks
  }
}
