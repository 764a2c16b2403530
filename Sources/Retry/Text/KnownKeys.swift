/// A key of any name.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Returns the values by their keys, and refuses a key that means nothing.
  ///
  /// A mistyped key would otherwise leave a setting at its default, such as a limit at none. One that begins with `_` is a comment.
  func container<Key: CodingKey & CaseIterable>(
    knowing type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let known = Key.allCases.map(\.stringValue).filter { !$0.hasPrefix("_") }
    let given = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let unknown = given.first(where: { !$0.hasPrefix("_") && !known.contains($0) }) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + [AnyKey(stringValue: unknown)],
          debugDescription:
            "there is no key '\(unknown)'; the keys are \(known.joined(separator: ", "))"))
    }
    return try container(keyedBy: type)
  }
}
