/// How the end of a content is known.
enum Framing: Equatable {
  case length(Int)
  case chunks
  /// It ends with the connection, as an answer may.
  case connection
}

/// Reads the content of a request or of an answer, however it is framed.
struct ContentReader {
  enum Part {
    case bytes(ArraySlice<UInt8>)
    case end
  }

  private enum State {
    case length(left: Int)
    /// Before the size of a chunk.
    case size
    case chunk(left: Int)
    /// Behind a chunk.
    case chunkEnd
    case trailer(bytes: Int)
    case connection
  }

  private let limits: RequestLimits
  private var state: State
  /// The bytes of the chunks so far.
  private var total = 0

  init(_ framing: Framing, _ limits: RequestLimits) {
    self.limits = limits
    state =
      switch framing {
      case .length(let length): .length(left: length)
      case .chunks: .size
      case .connection: .connection
      }
  }

  /// Whether it is whole if the connection ends now.
  var endsWithConnection: Bool { if case .connection = state { true } else { false } }

  /// Returns what comes next, or nothing until more bytes are there.
  mutating func next(_ buffer: inout ReadBuffer) throws(BadRequest) -> Part? {
    while true {
      switch state {
      case .length(left: 0): return .end
      case .length(let left):
        let bytes = buffer.take(left)
        state = .length(left: left - bytes.count)
        return bytes.isEmpty ? nil : .bytes(bytes)
      case .connection:
        let bytes = buffer.take(.max)
        return bytes.isEmpty ? nil : .bytes(bytes)
      case .size:
        guard let line = try buffer.line(atMost: 256) else { return nil }
        let size = try Self.size(line)
        // Subtracted, since a sum could be too large for a number.
        guard size <= limits.content - total else {
          throw BadRequest(413, "a content of more than \(limits.content) bytes")
        }
        total += size
        state = size == 0 ? .trailer(bytes: 0) : .chunk(left: size)
      case .chunk(let left):
        let bytes = buffer.take(left)
        guard !bytes.isEmpty else { return nil }
        state = left == bytes.count ? .chunkEnd : .chunk(left: left - bytes.count)
        return .bytes(bytes)
      case .chunkEnd:
        guard let line = try buffer.line(atMost: 2) else { return nil }
        guard line.isEmpty else { throw BadRequest(400, "a chunk that does not end") }
        state = .size
      case .trailer(let count):
        guard let line = try buffer.line(atMost: limits.head - count) else { return nil }
        state = line.isEmpty ? .length(left: 0) : .trailer(bytes: count + line.count + 2)
      }
    }
  }

  /// Returns the size of a chunk, a hexadecimal number with extensions behind it that mean nothing here.
  private static func size(_ line: ArraySlice<UInt8>) throws(BadRequest) -> Int {
    let digits = String(decoding: line.prefix { $0 != 0x3b }, as: UTF8.self).trimmed
    guard !digits.isEmpty, digits.utf8.count <= 8, digits.utf8.allSatisfy(\.isHexadecimal),
      let size = Int(digits, radix: 16)
    else { throw BadRequest(400, "a chunk without a size") }
    return size
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
