extension Nanoseconds: Codable {
  /// Reads a span as text such as `250ms`, as a number of nanoseconds, or as Swift encodes a `Duration`.
  @usableFromInline
  package init(from decoder: any Decoder) throws {
    let value = try? decoder.singleValueContainer()
    if let text = try? value?.decode(String.self) {
      guard let span = Nanoseconds(text: text) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "'\(text)' is no time; write one such as 250ms or 1m30s"))
      }
      self = span
    } else if let count = try? value?.decode(Int64.self) {
      self.init(count)
    } else {
      self.init(try Duration(from: decoder))
    }
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
