import Simulation

extension RuntimeValue {
  /// Returns whether a value has at most this many elements.
  func hasAtMost(_ parts: Int) -> Bool {
    if case .source(let source) = self { return source.size <= parts }
    var left = parts
    return fits(&left)
  }

  /// Subtracts the number of elements; returns `false` if there are too many.
  private func fits(_ left: inout Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch self {
    case .list(let items):
      for item in items where !item.fits(&left) { return false }
    case .value(let value):
      return value.fits(&left)
    default: break
    }
    return true
  }
}

extension Value {
  fileprivate func fits(_ left: inout Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch self {
    case .list(let values), .tuple(let values):
      for value in values where !value.fits(&left) { return false }
    default: break
    }
    return true
  }
}
