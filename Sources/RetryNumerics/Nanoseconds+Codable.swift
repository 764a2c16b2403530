extension Nanoseconds: Codable {
  /// Decodes a number of nanoseconds.
  @usableFromInline
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes the number of nanoseconds.
  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}
