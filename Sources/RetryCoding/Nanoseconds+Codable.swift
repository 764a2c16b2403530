package import RetryNumerics

/// Whether a file may be one that was encoded before files had a version.
package enum OlderFormat {
  @TaskLocal package static var isAccepted: Bool = true
}

extension Nanoseconds: Codable {
  /// Reads a span as text such as `250ms`; of an older file also a number of nanoseconds, or what Swift encodes.
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
    } else if OlderFormat.isAccepted, let count = try? value?.decode(Int64.self) {
      self.init(count)
    } else if OlderFormat.isAccepted, let span = try? Duration(from: decoder) {
      self.init(span)
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "this is no time; write one with its unit, such as \"250ms\" or \"1m30s\""))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
