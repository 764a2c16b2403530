import RetryLanguage
import RetryNumerics
import Simulation

extension ScriptHost {
  /// A file of latencies, a log of two requests, and one payload whatever is asked for.
  static let test: ScriptHost = {
    var host = ScriptHost(
      file: { _ in "ms\n12ms\n30\n" },
      json: { _ in .object(["id": .int(7), "name": .text("Ada"), "code": .int(17)]) })
    host.requests = { _, _ in
      .requests(
        [.init(.zero, latency: .zero, fault: 0), .init(Nanoseconds(1), latency: .zero)],
        faults: [.timeout], LogReport("two requests"))
    }
    return host
  }()
}
