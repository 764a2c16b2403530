/// The status line and the fields of an answer.
struct AnswerHead: Equatable {
  let status: Int
  let reason: String
  let fields: [Request.Field]
  let framing: Framing

  /// Reads a head without its last empty line; `hasContent` is false for the answer to a `HEAD`.
  init(
    _ bytes: ArraySlice<UInt8>, hasContent: Bool, _ limits: RequestLimits
  ) throws(BadRequest) {
    let (first, fields) = try RequestHead.lines(bytes, limits)
    let words = first.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 1, words[0].starts(with: "HTTP/1.".utf8), words[1].count == 3,
      let status = Int(String(decoding: words[1], as: UTF8.self)), (100...599).contains(status)
    else { throw BadRequest(502, "no status line") }
    let reason = words.count > 2 ? String(decoding: words[2], as: UTF8.self) : ""
    (self.status, self.reason, self.fields) = (status, reason, fields)
    let isEmpty = !hasContent || status < 200 || status == 204 || status == 304
    framing = isEmpty ? .length(0) : try Self.framing(of: fields)
  }

  private static func framing(of fields: [Request.Field]) throws(BadRequest) -> Framing {
    let codings = fields.filter { $0.name == "transfer-encoding" }.map { $0.value.lowercased() }
    guard codings.isEmpty else {
      guard codings == ["chunked"] else { throw BadRequest(502, "an unknown transfer coding") }
      return .chunks
    }
    let lengths = Set(fields.filter { $0.name == "content-length" }.map(\.value))
    guard let text = lengths.first else { return .connection }
    guard lengths.count == 1, let length = Int(text), length >= 0 else {
      throw BadRequest(502, "a length that is no number")
    }
    return .length(length)
  }
}

/// Reads an answer from bytes that come in any pieces.
struct AnswerReader {
  enum Event: Equatable {
    case head(AnswerHead)
    case bytes(ArraySlice<UInt8>)
    case end
  }

  private let hasContent: Bool
  private let limits: RequestLimits
  private var content: ContentReader?
  private var buffer = ReadBuffer()

  init(hasContent: Bool) {
    self.hasContent = hasContent
    // An answer is passed on piece by piece, so it may be as long as it likes.
    var limits = RequestLimits()
    limits.content = .max
    self.limits = limits
  }

  mutating func add(_ more: some Sequence<UInt8>) { buffer.add(more) }

  /// Whether the answer is whole if the connection ends now.
  var endsWithConnection: Bool { content?.endsWithConnection ?? false }

  mutating func next() throws(BadRequest) -> Event? {
    defer { buffer.shrink() }
    while true {
      if content != nil {
        switch try content?.next(&buffer) {
        case .bytes(let bytes): return .bytes(bytes)
        case .end: return .end
        case nil: return nil
        }
      }
      guard let bytes = try buffer.head(atMost: limits.head) else { return nil }
      let head = try AnswerHead(bytes, hasContent: hasContent, limits)
      // What comes before the answer is for the connection to this server.
      guard head.status >= 200 else { continue }
      content = ContentReader(head.framing, limits)
      return .head(head)
    }
  }
}
