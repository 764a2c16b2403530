/// A part of a policy that a document holds, such as its rules or a breaker.
///
/// It is read strictly, since a mistyped key would leave a setting at its default: an unknown key is refused, one that
/// begins with `_` is a comment, and a time is text with a unit, such as `250ms`. The types of the library conform.
public protocol PolicyPart: Codable {
  /// How it is read and written.
  static var form: PartForm<Self> { get }
}

extension PolicyPart {
  /// Decodes the part; numbers beyond their ranges are brought into them.
  public init(from decoder: any Decoder) throws {
    self = try Self.form.read(decoder)
  }

  /// Encodes the part; a backoff with a closure cannot be encoded.
  public func encode(to encoder: any Encoder) throws {
    try Self.form.write(self, encoder)
  }
}

/// How a part of a policy is read and written: one table serves both.
public struct PartForm<Part> {
  let read: (any Decoder) throws -> Part
  let write: (Part, any Encoder) throws -> Void

  /// A part that is an object with some keys.
  ///
  /// An older file, which leaves out what is `nil`, is known by the keys that all of its kind have.
  init<each Value>(
    _ keys: repeat Key<each Value>, inOlder usual: [String] = [],
    make: @escaping (repeat each Value) throws -> Part,
    values: @escaping (Part) -> (repeat each Value)
  ) {
    read = { decoder in
      let found = try Values(decoder, keys: names(repeat each keys), inOlder: usual)
      return try found.placing { try make(repeat (each keys).read(found)) }
    }
    write = { part, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in repeat (each keys, each values(part)) {
        try key.write(value, &container)
      }
    }
  }

  /// A part that is one of some cases: the name of the case, or an object whose one key is that name.
  init(_ noun: String, _ cases: [Case<Part>]) {
    read = { decoder in
      let content = try CaseContent(decoder)
      guard let form = cases.first(where: { $0.name == content.name }) else {
        throw refusal(
          "\(noun) has one key of \(cases.map(\.name).joined(separator: ", "))", decoder.codingPath)
      }
      return try form.read(content)
    }
    write = { part, encoder in
      if try cases.contains(where: { try $0.write(part, encoder) }) { return }
      throw EncodingError.invalidValue(
        part,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(noun) with a closure cannot be encoded"))
    }
  }
}

func names<each Value>(_ keys: repeat Key<each Value>) -> [String] {
  var names: [String] = []
  for key in repeat each keys { names.append(key.name) }
  return names
}

func refusal(_ words: String, _ place: [any CodingKey]) -> DecodingError {
  .dataCorrupted(DecodingError.Context(codingPath: place, debugDescription: words))
}
