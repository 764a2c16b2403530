/// A signal of a source: any number of values, then at most one end.
package enum Signal: Hashable, Sendable {
  case value(Value)
  case completed
  case failed(Fault)

  package var isEnd: Bool {
    if case .value = self { false } else { true }
  }
}

extension Signal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value(let value): "value \(value)"
    case .completed: "completed"
    case .failed(let fault): "failed \(fault)"
    }
  }
}
