/// Operators around operators, which may be nested too deep for functions that call themselves.
protocol Nest {
  /// The parts right inside.
  var inputs: [Self] { get }
}

extension Nest {
  /// This part and all parts inside, each before those inside it.
  func parts(_ inner: (Self) -> [Self] = { $0.inputs }) -> [Self] {
    var parts: [Self] = []
    var waiting = [self]
    while let part = waiting.popLast() {
      parts.append(part)
      waiting += inner(part).reversed()
    }
    return parts
  }

  /// Combines each part with the values of the parts right inside it, from the innermost outwards.
  func folded<Value>(
    _ inner: (Self) -> [Self] = { $0.inputs }, _ combine: (Self, [Value]) -> Value
  ) -> Value {
    var values: [Value] = []
    for part in parts(inner).dropFirst().reversed() {
      values.append(combine(part, values.popLast(inner(part).count)))
    }
    return combine(self, values.popLast(inner(self).count))
  }
}

extension Array {
  /// Removes the last elements, and returns them from the last to the first.
  fileprivate mutating func popLast(_ count: Int) -> [Element] {
    defer { removeLast(count) }
    return suffix(count).reversed()
  }
}
