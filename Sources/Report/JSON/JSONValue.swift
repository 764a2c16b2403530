/// A JSON value whose keys keep their order.
package indirect enum JSONValue: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue

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
  /// The text of a value, as someone else has written it.
  case raw(String)
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// Creates an object with its keys in order.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }

  package init(arrayLiteral elements: JSONValue...) {
    self = .list(elements)
  }

  package init(stringLiteral value: String) {
    self = .string(value)
  }

  package init(integerLiteral value: Int64) {
    self = .int(value)
  }

  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue {
  /// Returns the object with one more member; another value becomes an object.
  package func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    var members: [Member] = []
    if case .object(let known) = self { members = known }
    return .object(members + [Member(key: key, value: value)])
  }
}

extension JSONValue {
  /// The schema version of all JSON objects.
  package static let schema: Int64 = 1

  /// The object with its schema version after its kind.
  package var versioned: JSONValue {
    guard case .object(let members) = self, let kind = members.first else { return self }
    let version = Member(key: "schema", value: .int(Self.schema))
    return .object([kind, version] + members.dropFirst())
  }
}
