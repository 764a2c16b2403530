package import RetryNumerics
package import Simulation

extension JSONValue {
  /// Creates the JSON of a value: a duration as nanoseconds, an error as its text.
  package init(_ value: Simulation.Value) {
    switch value {
    case .unit: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .duration(let span): self.init(span)
    case .text(let text): self = .string(text)
    case .fault(let fault): self.init(fault)
    case .tuple(let items), .list(let items): self = .list(items.map { JSONValue($0) })
    case .object(let fields):
      self = .object(
        fields.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: JSONValue($0.value)) })
    case .signal(let signal): self = .string(signal.description)
    }
  }

  /// Creates the JSON of a duration: its nanoseconds.
  package init(_ span: Nanoseconds) {
    self = .int(span.count)
  }

  package init(_ fault: Fault) {
    self = .string(fault.description)
  }
}

extension JSONValue {
  /// Returns an object with the time over which the starts of calls are spread, if they are.
  package func adding(spread: Nanoseconds?) -> JSONValue {
    spread.map { adding("over_ns", JSONValue($0)) } ?? self
  }
}
