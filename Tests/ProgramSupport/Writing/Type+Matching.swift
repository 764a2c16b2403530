import RetryLanguage

extension Type {
  /// Returns whether a result of this type can be converted to a required one, and binds its type variables.
  func matches(_ wanted: Type, _ known: inout [Type.Variable: Type]) -> Bool {
    switch (self, wanted) {
    case (.variable(let variable), _):
      guard wanted.isPlain, wanted != .any, wanted != .nothing else { return false }
      if let bound = known[variable] { return bound == wanted }
      known[variable] = wanted
      return true
    case (.source, .source(.any)), (.source(.nothing), .source): return true
    case (.source(let inner), .source(let other)): return inner.matches(other, &known)
    case (.list(let inner), .list(let other)): return inner.matches(other, &known)
    case (.range(let inner), .range(let other)): return inner.matches(other, &known)
    case (.tuple(let parts), .tuple(let others)):
      guard parts.count == others.count else { return false }
      for (part, other) in zip(parts, others) where !part.matches(other, &known) { return false }
      return true
    case (.any, _), (.nothing, _): return self == wanted
    default: return canBecome(wanted)
    }
  }

  /// Whether it says anything about the values of a source.
  var isUsable: Bool { self != .any && self != .nothing }
}
