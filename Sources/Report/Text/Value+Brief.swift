import RetryNumerics
package import Simulation

extension Value {
  /// The value for a person to read, with durations rounded to what matters.
  package var brief: String {
    switch self {
    case .duration(let span): span.brief
    case .tuple(let parts): "(\(parts.map(\.brief).joined(separator: ", ")))"
    case .list(let items): "[\(items.map(\.brief).joined(separator: ", "))]"
    case .unit, .bool, .int, .double, .text, .fault, .object, .signal: description
    }
  }
}
