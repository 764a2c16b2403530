/// A value of JSON whose keys keep the order in which they were written.
package indirect enum JSONValue: Hashable, Sendable {
  /// A key of an object with its value.
  package struct Member: Hashable, Sendable {
    /// The key.
    package let key: String
    /// The value.
    package let value: JSONValue

    /// Creates a member.
    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  case null
  case bool(Bool)
  case int(Int64)
  case unsigned(UInt64)
  case double(Double)
  case string(String)
  case list([JSONValue])
  case object([Member])
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral
{
  /// Creates an object whose keys stand as they are written.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }

  /// Creates a list.
  package init(arrayLiteral elements: JSONValue...) {
    self = .list(elements)
  }

  /// Creates a string.
  package init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Creates a whole number.
  package init(integerLiteral value: Int64) {
    self = .int(value)
  }
}

extension JSONValue {
  /// Returns the object with one more member at its end; what is no object becomes one.
  package func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    var members: [Member] = []
    if case .object(let known) = self { members = known }
    return .object(members + [Member(key: key, value: value)])
  }
}

extension JSONValue {
  /// The version of the schema of all objects that programs get.
  package static let schema: Int64 = 1

  /// The object with the version of its schema behind its kind.
  package var versioned: JSONValue {
    guard case .object(let members) = self, let kind = members.first else { return self }
    let version = Member(key: "schema", value: .int(Self.schema))
    return .object([kind, version] + members.dropFirst())
  }
}
