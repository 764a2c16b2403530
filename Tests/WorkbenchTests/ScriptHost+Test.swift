import Report
import RetryLanguage
import RetryNumerics
import Simulation
import Workbench

extension ScriptHost {
  /// The files of the tests.
  static let test: ScriptHost = {
    var host = ScriptHost(
      file: { $0 == "latencies.csv" ? "latency\n12ms\n30.5\n" : nil }, json: { Value(json: $0) })
    host.requests = { file, _ in
      file == "access.log" ? .test : .unreadable("there is no such file")
    }
    return host
  }()
}

extension LoggedContent {
  /// A request in each tenth of a second, of which the last fails.
  static let test = LoggedContent.requests(
    (0..<10).map {
      .init(
        Nanoseconds($0 * 100_000_000), latency: Nanoseconds(20_000_000), fault: $0 == 9 ? 0 : nil)
    }, faults: [Fault("http", .int(503))],
    LogReport("10 requests of a table", failures: [".http(503) 10%"]))
}

extension TerminalHooks {
  /// A terminal on which no time passes.
  static var timed: TerminalHooks {
    var hooks = TerminalHooks()
    hooks.clock = { .zero }
    return hooks
  }
}
