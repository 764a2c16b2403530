extension Nanoseconds: Codable {
  @usableFromInline
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}
