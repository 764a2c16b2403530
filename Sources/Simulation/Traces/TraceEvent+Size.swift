import Retry

extension TraceEvent.Kind {
  /// Subtracts the written size of the event's content from a number of bytes, and stops when none are left.
  func spend(_ bytes: inout Int) {
    switch self {
    case .value(let value): value.spend(&bytes)
    case .failure(_, let fault), .notified(let fault), .asked(let fault),
      .notifierEnded(.failed(let fault)):
      fault.payload?.spend(&bytes)
    case .decision(let made):
      bytes -= made.checks.count * MemoryLayout<RetryCheck>.stride
      made.fault.payload?.spend(&bytes)
    case .note(let text): bytes -= text.utf8.count
    default: break
    }
  }
}

extension Value {
  /// Subtracts the size of the value's texts and parts, and stops when no bytes are left.
  fileprivate func spend(_ bytes: inout Int) {
    bytes -= MemoryLayout<Value>.size
    guard bytes >= 0 else { return }
    switch self {
    case .text(let text): bytes -= text.utf8.count
    case .fault(let fault): fault.payload?.spend(&bytes)
    case .tuple(let parts), .list(let parts):
      for part in parts where bytes >= 0 { part.spend(&bytes) }
    case .object(let fields):
      for (key, value) in fields where bytes >= 0 {
        bytes -= key.utf8.count
        value.spend(&bytes)
      }
    case .signal(.value(let value)): value.spend(&bytes)
    case .signal(.failed(let fault)): fault.payload?.spend(&bytes)
    case .unit, .bool, .int, .double, .duration, .signal(.completed): break
    }
  }
}
