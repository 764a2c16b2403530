package import RetryNumerics

/// A kind of JSON objects: its keys, from which both an object and its schema come.
package struct JSONForm<Subject>: Sendable {
  package let schema: Schema
  private let keys: [JSONKey<Subject>]

  package init(
    _ kind: String, _ meaning: String, @JSONKeys<Subject> keys: () -> [JSONKey<Subject>]
  ) {
    self.keys = keys()
    schema = Schema(kind, meaning, self.keys.map(\.rows))
  }

  package func json(of subject: Subject) -> JSONValue {
    let kind = JSONValue.Member(key: "kind", value: .string(schema.kind))
    return .object([kind] + members(of: subject))
  }

  /// The keys alone, of an object that has others before them.
  func members(of subject: Subject) -> [JSONValue.Member] {
    keys.compactMap { $0.member(subject) }
  }
}

/// A key of objects: where its value comes from, and what the schema says of it.
package struct JSONKey<Subject>: Sendable {
  let rows: [Schema.Key]
  let member: @Sendable (Subject) -> JSONValue.Member?

  private init(
    _ rows: [Schema.Key], _ member: @escaping @Sendable (Subject) -> JSONValue.Member?
  ) {
    (self.rows, self.member) = (rows, member)
  }

  private init(
    named name: String, _ rows: [Schema.Key], _ value: @escaping @Sendable (Subject) -> JSONValue?
  ) {
    self.rows = rows
    member = { subject in value(subject).map { JSONValue.Member(key: name, value: $0) } }
  }

  /// A key that every object has; its type comes from that of the value.
  package init<Value: JSONWritable>(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> Value
  ) {
    let type = Value.jsonType
    self.init(named: name, [.init(name + type.suffix, type.name, meaning)]) { value($0).json }
  }

  /// A key that objects without a value lack.
  package static func optional<Value: JSONWritable>(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> Value?
  ) -> JSONKey {
    let type = Value.jsonType
    return JSONKey(named: name, [.init(name + type.suffix, type.name, meaning)]) { value($0)?.json }
  }

  /// A key that marks objects for which a condition holds.
  package static func mark(
    _ name: String, _ meaning: String, _ isMarked: @escaping @Sendable (Subject) -> Bool
  ) -> JSONKey {
    JSONKey(named: name, [.init(name, "true", meaning)]) { isMarked($0) ? .bool(true) : nil }
  }

  /// A list of objects with keys of their own; objects without a list lack the key.
  package static func each<Element>(
    _ name: String, _ elements: @escaping @Sendable (Subject) -> [Element]?,
    @JSONKeys<Element> keys: () -> [JSONKey<Element>]
  ) -> JSONKey {
    let keys = keys()
    let rows = keys.flatMap(\.rows).map { Schema.Key("\(name)[].\($0.path)", $0.type, $0.meaning) }
    return JSONKey(named: name, rows) { subject in
      elements(subject).map { elements in
        .list(elements.map { element in .object(keys.compactMap { $0.member(element) }) })
      }
    }
  }

  /// A key whose value is put together elsewhere, with rows of its schema: a path, a type and a meaning.
  package static func described(
    _ name: String, _ rows: String, _ value: @escaping @Sendable (Subject) -> JSONValue?
  ) -> JSONKey {
    described(name, Schema.keys(rows), value)
  }

  package static func described(
    _ name: String, _ rows: [Schema.Key], _ value: @escaping @Sendable (Subject) -> JSONValue?
  ) -> JSONKey {
    JSONKey(named: name, rows, value)
  }

  /// A key whose name depends on its value.
  package static func member(
    _ rows: [Schema.Key], _ member: @escaping @Sendable (Subject) -> JSONValue.Member?
  ) -> JSONKey {
    JSONKey(rows, member)
  }
}

/// Builds the keys of objects; each is type-checked on its own.
@resultBuilder package enum JSONKeys<Subject> {
  package static func buildExpression(_ key: JSONKey<Subject>) -> [JSONKey<Subject>] { [key] }
  package static func buildExpression(_ keys: [JSONKey<Subject>]) -> [JSONKey<Subject>] { keys }
  package static func buildBlock(_ keys: [JSONKey<Subject>]...) -> [JSONKey<Subject>] {
    keys.flatMap(\.self)
  }
}

// MARK: - Types of values

/// A Swift type that has one form in JSON.
package protocol JSONWritable: SendableMetatype {
  /// The name of the type in a schema, with what follows the path of its key.
  static var jsonType: (name: String, suffix: String) { get }
  var json: JSONValue { get }
}

extension JSONWritable {
  package static var jsonType: (name: String, suffix: String) { ("integer", "") }
}

extension Int: JSONWritable {
  package var json: JSONValue { .int(Int64(self)) }
}

extension Int64: JSONWritable {
  package var json: JSONValue { .int(self) }
}

extension UInt64: JSONWritable {
  package var json: JSONValue { .unsigned(self) }
}

extension Nanoseconds: JSONWritable {
  package var json: JSONValue { JSONValue(self) }
}

extension String: JSONWritable {
  package static var jsonType: (name: String, suffix: String) { ("text", "") }
  package var json: JSONValue { .string(self) }
}

extension Bool: JSONWritable {
  package static var jsonType: (name: String, suffix: String) { ("flag", "") }
  package var json: JSONValue { .bool(self) }
}

extension Double: JSONWritable {
  package static var jsonType: (name: String, suffix: String) { ("number", "") }
  package var json: JSONValue { .double(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  package static var jsonType: (name: String, suffix: String) {
    (Wrapped.jsonType.name + " or null", Wrapped.jsonType.suffix)
  }
  package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONWritable where Element: JSONWritable {
  package static var jsonType: (name: String, suffix: String) { (Element.jsonType.name, "[]") }
  package var json: JSONValue { .list(map(\.json)) }
}
