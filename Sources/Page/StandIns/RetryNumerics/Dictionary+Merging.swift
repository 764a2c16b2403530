// The functions of the standard library cast the errors of their closures, which a page cannot.

extension Dictionary {
  package init(
    _ pairs: some Sequence<(Key, Value)>, uniquingKeysWith combine: (Value, Value) -> Value
  ) {
    self.init()
    for (key, value) in pairs { self[key] = self[key].map { combine($0, value) } ?? value }
  }

  package mutating func merge(
    _ other: Dictionary, uniquingKeysWith combine: (Value, Value) -> Value
  ) {
    for (key, value) in other { self[key] = self[key].map { combine($0, value) } ?? value }
  }

  package func merging(
    _ other: Dictionary, uniquingKeysWith combine: (Value, Value) -> Value
  ) -> Dictionary {
    var merged = self
    merged.merge(other, uniquingKeysWith: combine)
    return merged
  }
}
