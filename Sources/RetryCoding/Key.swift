import RetryNumerics

/// One key of an object: its name, and how its value is read and written.
struct Key<Value> {
  let name: String
  let read: (Values) throws -> Value
  let write: (Value, inout KeyedEncodingContainer<AnyKey>) throws -> Void
}

extension Key where Value: Codable {
  /// A value that is needed, or has a default.
  init(_ name: String, or usual: Value? = nil) {
    self.init(
      name: name, read: { try $0.value(of: name) ?? usual ?? $0.missing(name) },
      write: { try $1.encode($0, forKey: AnyKey(name)) })
  }
}

extension Key where Value: Codable & Equatable {
  /// A value that is not written where it is the default.
  init(_ name: String, omittedAs usual: Value) {
    self.init(
      name: name, read: { try $0.value(of: name) ?? usual },
      write: { if $0 != usual { try $1.encode($0, forKey: AnyKey(name)) } })
  }
}

extension Key {
  /// A value that may be missing.
  static func optional<Wrapped: Codable>(_ name: String) -> Key where Value == Wrapped? {
    Key(
      name: name, read: { try $0.value(of: name) },
      write: { try $1.encodeIfPresent($0, forKey: AnyKey(name)) })
  }

  /// A value that may be `null`, which differs from a missing one; older files leave out what is `nil`.
  static func nullable<Wrapped: Codable>(
    _ name: String, or usual: @escaping (Values) throws -> Wrapped?
  ) -> Key where Value == Wrapped? {
    Key(
      name: name,
      read: { $0.isOlder || $0.has(name) ? try $0.value(of: name) : try usual($0) },
      write: { try $1.encode($0, forKey: AnyKey(name)) })
  }

  /// The same key for another type of value.
  private func map<Other>(
    _ read: @escaping (Value) -> Other, _ written: @escaping (Other) -> Value
  ) -> Key<Other> {
    Key<Other>(
      name: name, read: { read(try self.read($0)) }, write: { try write(written($0), &$1) })
  }

  // `Duration` encodes itself in two words of attoseconds, which nobody reads or writes.

  /// A time as text, which is needed, or has a default.
  static func time(_ name: String, or usual: Duration? = nil) -> Key where Value == Duration {
    Key<Nanoseconds>(name, or: usual.map { Nanoseconds($0) })
      .map({ $0.duration }, { Nanoseconds($0) })
  }

  /// A time as text that may be missing.
  static func optionalTime(_ name: String) -> Key where Value == Duration? {
    Key<Nanoseconds?>.optional(name).map({ $0?.duration }, { $0.map { Nanoseconds($0) } })
  }

  /// A time as text that may be `null`.
  static func nullableTime(_ name: String, or usual: Duration?) -> Key where Value == Duration? {
    Key<Nanoseconds?>.nullable(name) { _ in usual.map { Nanoseconds($0) } }
      .map({ $0?.duration }, { $0.map { Nanoseconds($0) } })
  }
}

/// What an object holds, all of whose keys are known.
struct Values {
  private let container: KeyedDecodingContainer<AnyKey>
  private let keys: [String]
  /// Whether the file is older, and leaves out what is `nil`.
  let isOlder: Bool
  /// Whether older files may have a number in place of a name, as Swift encodes the values of a case.
  private let hasPositions: Bool

  /// Reads an object, and refuses a key that means nothing; one that begins with `_` is a comment.
  init(
    _ decoder: any Decoder, keys: [String], inOlder usual: [String] = [], hasPositions: Bool = false
  ) throws {
    container = try decoder.container(keyedBy: AnyKey.self)
    let given = container.allKeys.map(\.stringValue).sorted()
    if let unknown = given.first(where: { !$0.hasPrefix("_") && !keys.contains($0) }) {
      throw refusal(
        "there is no key '\(unknown)'; the keys are \(keys.joined(separator: ", "))",
        decoder.codingPath + [AnyKey(unknown)])
    }
    isOlder =
      OlderFormat.isAccepted && !usual.isEmpty
      && usual.allSatisfy { given.contains($0) }
    (self.keys, self.hasPositions) = (keys, hasPositions && OlderFormat.isAccepted)
  }

  func has(_ key: String) -> Bool { container.contains(AnyKey(key)) }

  /// Returns the value of a key, if it is there and not `null`.
  func value<Value: Decodable>(of key: String) throws -> Value? {
    if hasPositions, !has(key), let place = keys.firstIndex(of: key) {
      return try container.decodeIfPresent(Value.self, forKey: AnyKey("_\(place)"))
    }
    return try container.decodeIfPresent(Value.self, forKey: AnyKey(key))
  }

  /// Refuses an object without a key, and says what belongs there.
  func missing<Value>(_ key: String, _ meaning: String? = nil) throws -> Value {
    throw DecodingError.keyNotFound(
      AnyKey(key),
      DecodingError.Context(
        codingPath: container.codingPath,
        debugDescription: "'\(key)' is missing\(meaning.map { ": \($0)" } ?? "")"))
  }

  /// Makes a part of the values, and says where a refusal is.
  func placing<Part>(_ make: () throws -> Part) throws -> Part {
    do { return try make() } catch let error as Refusal {
      throw refusal(error.words, container.codingPath + [AnyKey(error.key)])
    }
  }
}

/// Why a part cannot be made of values that are sound one by one.
struct Refusal: Error {
  /// The key whose value is in doubt.
  let key: String
  let words: String
}

/// A key of any name.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { nil }
}
