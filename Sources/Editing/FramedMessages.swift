/// Messages of the Language Server Protocol among bytes, each behind a head with its length.
package struct FramedMessages {
  private var bytes: ArraySlice<UInt8> = []

  /// Bytes that are no messages, after which nothing can be read.
  package struct Broken: Error {
    package let reason: String
  }

  private static let longestHead = 4096
  private static let longest = 64 << 20

  package init() {}

  package mutating func add(_ piece: [UInt8]) { bytes += piece }

  /// Returns the next message, if it is whole.
  package mutating func next() throws(Broken) -> String? {
    let end = Array("\r\n\r\n".utf8)
    guard let gap = bytes.firstRange(of: end) else {
      guard bytes.count <= Self.longestHead else { throw Broken(reason: "a head is too long") }
      return nil
    }
    let head = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self)
    let lengths = head.split(whereSeparator: \.isNewline).compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
      let words = parts[1].split(whereSeparator: \.isWhitespace)
      return words.count == 1 ? Int(words[0]) : nil
    }
    guard lengths.count == 1, (0...Self.longest).contains(lengths[0]) else {
      throw Broken(reason: "a head needs one Content-Length, of at most \(Self.longest) bytes")
    }
    let body = bytes[gap.upperBound...]
    guard body.count >= lengths[0] else { return nil }
    bytes = body.dropFirst(lengths[0])
    return String(decoding: body.prefix(lengths[0]), as: UTF8.self)
  }

  /// Returns a message with its head.
  package static func framed(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }
}
