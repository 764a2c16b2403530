import Foundation
import RetryLanguage
import Simulation

extension ScriptHost {
  /// A file of latencies, and payloads as Foundation reads them.
  static let test = ScriptHost(
    file: { $0 == "latencies.csv" ? "latency\n12ms\n30.5\n" : nil },
    json: { text in
      let object = try? JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      return object.map(value)
    })

  private static func value(_ object: Any) -> Value {
    switch object {
    case let text as String: .text(text)
    case let number as Int: .int(number)
    case let number as Double: .double(number)
    case let items as [Any]: .list(items.map(value))
    case let fields as [String: Any]: .object(fields.mapValues(value))
    default: .unit
    }
  }
}
