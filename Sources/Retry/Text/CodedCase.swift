/// A value that is one of several cases: the name of the case, or an object whose one key is that name.
///
/// Swift encodes the values of a case under the keys `_0` and `_1`. Files that have these are still read.
struct CodedCase<Kind: CodingKey & CaseIterable> {
  let kind: Kind
  /// What belongs to it, if it is more than a name.
  private let content: (any Decoder)?
  private let path: [any CodingKey]

  /// Reads which case a value is; the noun is for the message if it is none.
  init(_ decoder: any Decoder, of noun: String) throws {
    path = decoder.codingPath
    let alone = try? decoder.singleValueContainer().decode(String.self)
    let values = alone == nil ? try decoder.container(keyedBy: AnyKey.self) : nil
    let keys = values?.allKeys.map(\.stringValue).filter { !$0.hasPrefix("_") }
    let names = alone.map { [$0] } ?? keys ?? []
    guard let name = names.first, names.count == 1, let kind = Kind(stringValue: name) else {
      let known = Kind.allCases.map(\.stringValue).joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path, debugDescription: "\(noun) has one key of \(known)"))
    }
    self.kind = kind
    content = try values?.superDecoder(forKey: AnyKey(stringValue: name))
  }

  /// Refuses what does not belong to a case that is a name alone.
  func nothing() throws {
    if let content { _ = try content.container(knowing: NoKey.self) }
  }

  /// Returns what belongs to the case, if it is one value.
  func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let content = try content ?? missing()
    let older = AnyKey(stringValue: "_0")
    if let values = try? content.container(keyedBy: AnyKey.self), values.contains(older) {
      return try values.decode(type, forKey: older)
    }
    return try Value(from: content)
  }

  /// Returns what belongs to the case, if it has keys, and refuses a key that means nothing.
  func values<Key: CodingKey & CaseIterable>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try (content ?? missing()).container(knowing: type)
  }

  private func missing() throws -> any Decoder {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: "'\(kind.stringValue)' needs its values"))
  }
}

/// The keys of a case without values.
private enum NoKey: CodingKey, CaseIterable {}

extension KeyedDecodingContainer {
  /// Decodes a value that older files have under another key, if there is one.
  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type = Value.self, forKey key: Key, older: Key
  ) throws -> Value? {
    try decodeIfPresent(type, forKey: contains(older) ? older : key)
  }

  /// Decodes a value that older files have under another key.
  func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, forKey key: Key, older: Key
  ) throws -> Value {
    try decode(type, forKey: contains(older) ? older : key)
  }
}

extension Encoder {
  /// Encodes a case without values as its name.
  func encode(_ kind: some CodingKey) throws {
    var value = singleValueContainer()
    try value.encode(kind.stringValue)
  }

  func encode<Kind: CodingKey>(_ kind: Kind, _ value: some Encodable) throws {
    var values = container(keyedBy: Kind.self)
    try values.encode(value, forKey: kind)
  }

  func values<Kind: CodingKey, Key: CodingKey>(
    of kind: Kind, keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    var values = container(keyedBy: Kind.self)
    return values.nestedContainer(keyedBy: type, forKey: kind)
  }
}
