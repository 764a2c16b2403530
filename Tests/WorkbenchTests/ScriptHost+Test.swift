import Report
import RetryLanguage
import RetryNumerics
import Simulation
import Workbench

extension ScriptHost {
  /// The files of the tests.
  static let test = ScriptHost(
    file: { $0 == "latencies.csv" ? "latency\n12ms\n30.5\n" : nil }, json: { Value(json: $0) })
}

extension TerminalHooks {
  /// A terminal on which no time passes.
  static var timed: TerminalHooks {
    var hooks = TerminalHooks()
    hooks.clock = { .zero }
    return hooks
  }
}
