/// One of the cases that a part may be: its name, and what belongs to it.
///
/// Swift encodes the values of a case under the keys `_0` and `_1`. Older files that have these are still read.
struct Case<Part> {
  let name: String
  let read: (CaseContent) throws -> Part
  /// Writes a part, unless it is of another case, and returns whether it did.
  let write: (Part, any Encoder) throws -> Bool

  /// Creates a case without values, such as full jitter.
  init(_ name: String, _ part: Part) where Part: Equatable {
    self.name = name
    read = { content in
      if let decoder = content.decoder { _ = try Values(decoder, keys: []) }
      return part
    }
    write = { other, encoder in
      guard other == part else { return false }
      var container = encoder.singleValueContainer()
      try container.encode(name)
      return true
    }
  }

  /// Creates a case whose value stands under its name, without a key.
  init<Value: Codable>(
    _ name: String, as make: @escaping (Value) -> Part, of value: @escaping (Part) -> Value?
  ) {
    self.name = name
    read = { make(try $0.value()) }
    write = { part, encoder in
      guard let value = value(part) else { return false }
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(value, forKey: AnyKey(name))
      return true
    }
  }

  /// Creates a case that holds an object with keys of its own.
  init<each Value>(
    _ name: String, _ keys: repeat Key<each Value>,
    as make: @escaping (repeat each Value) -> Part,
    of values: @escaping (Part) -> (repeat each Value)?
  ) {
    self.name = name
    read = { content in
      let found = try Values(
        content.needed(), keys: names(repeat each keys), hasPositions: true)
      return try make(repeat (each keys).read(found))
    }
    write = { part, encoder in
      guard let values = values(part) else { return false }
      var outer = encoder.container(keyedBy: AnyKey.self)
      var container = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name))
      for (key, value) in repeat (each keys, each values) {
        try key.write(value, &container)
      }
      return true
    }
  }
}

/// What a file has for a case.
struct CaseContent {
  /// The name, unless there is no single one.
  let name: String?
  /// What belongs to it, if it is more than a name.
  let decoder: (any Decoder)?
  private let place: [any CodingKey]

  init(_ decoder: any Decoder) throws {
    place = decoder.codingPath
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      (self.name, self.decoder) = (name, nil)
      return
    }
    let container = try decoder.container(keyedBy: AnyKey.self)
    let names = container.allKeys.map(\.stringValue).filter { !$0.hasPrefix("_") }
    name = names.count == 1 ? names.first : nil
    self.decoder = try name.map { try container.superDecoder(forKey: AnyKey($0)) }
  }

  /// Returns what belongs to the case, which has to be there.
  func needed() throws -> any Decoder {
    guard let decoder else { throw refusal("'\(name ?? "")' needs its values", place) }
    return decoder
  }

  /// Returns what belongs to the case, if it is one value.
  func value<Value: Decodable>() throws -> Value {
    let decoder = try needed()
    let older = AnyKey("_0")
    if let values = try? decoder.container(keyedBy: AnyKey.self), values.contains(older) {
      return try values.decode(Value.self, forKey: older)
    }
    return try Value(from: decoder)
  }
}
