import RetryLanguage
import Simulation

extension ScriptHost {
  /// A file of latencies, and one payload whatever is asked for.
  static let test = ScriptHost(
    file: { _ in "ms\n12ms\n30\n" },
    json: { _ in .object(["id": .int(7), "name": .text("Ada"), "code": .int(17)]) })
}
