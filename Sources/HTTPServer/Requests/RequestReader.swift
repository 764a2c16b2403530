/// Reads requests from bytes that come in any pieces.
///
///     var reader = RequestReader()
///     reader.add(bytes)
///     while let event = try reader.next() { … }
///
/// It keeps at most one head and the bytes that were added since; of a content it keeps a digest. After an error it reads
/// nothing more, since where the next request begins is not known.
package struct RequestReader {
  package enum Event: Hashable, Sendable {
    /// The client waits for a word before it sends the content.
    case waitsForContinue
    case request(Request)
  }

  private enum State {
    case head
    case content(Request, left: Int)
    /// Before the size of a chunk.
    case size(Request)
    case chunk(Request, left: Int)
    /// Behind a chunk.
    case end(Request)
    case trailer(Request, bytes: Int)
    case failed(BadRequest)
  }

  private let limits: RequestLimits
  private var state = State.head
  private var bytes: [UInt8] = []
  /// The first byte that was not read, and the first in which no end of a line was looked for.
  private var (start, seen) = (0, 0)

  package init(_ limits: RequestLimits = RequestLimits()) {
    self.limits = limits
  }

  package mutating func add(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      seen -= start
      start = 0
    }
    bytes += more
  }

  /// Whether a request has begun whose end is missing.
  package var isInside: Bool {
    if case .head = state { return start < bytes.count }
    return true
  }

  /// The bytes that are kept until more of them are there.
  package var unreadCount: Int { bytes.count - start }

  /// Returns what comes next, or nothing until more bytes are added.
  package mutating func next() throws(BadRequest) -> Event? {
    do throws(BadRequest) {
      let event = try step()
      // Thousands of connections wait, and keep nothing meanwhile.
      if start == bytes.count { (bytes, start, seen) = ([], 0, 0) }
      return event
    } catch let problem {
      state = .failed(problem)
      throw problem
    }
  }

  private mutating func step() throws(BadRequest) -> Event? {
    while true {
      switch state {
      case .failed(let problem): throw problem
      case .head:
        guard let head = try readHead() else { return nil }
        switch head.framing {
        case .length(let length): state = .content(head.request, left: length)
        case .chunks: state = .size(head.request)
        }
        if head.waitsForContinue { return .waitsForContinue }
      case .content(var request, let left):
        let missing = take(left, for: &request)
        guard missing == 0 else {
          state = .content(request, left: missing)
          return nil
        }
        state = .head
        return .request(request)
      case .size(let request):
        guard let line = try readLine(atMost: 256) else { return nil }
        let size = try Self.size(line)
        guard request.content.length + size <= limits.content else {
          throw BadRequest(413, "a content of more than \(limits.content) bytes")
        }
        state = size == 0 ? .trailer(request, bytes: 0) : .chunk(request, left: size)
      case .chunk(var request, let left):
        let missing = take(left, for: &request)
        state = missing == 0 ? .end(request) : .chunk(request, left: missing)
        if missing > 0 { return nil }
      case .end(let request):
        guard let line = try readLine(atMost: 2) else { return nil }
        guard line.isEmpty else { throw BadRequest(400, "a chunk that does not end") }
        state = .size(request)
      case .trailer(let request, let count):
        guard let line = try readLine(atMost: limits.head - count) else { return nil }
        state = line.isEmpty ? .head : .trailer(request, bytes: count + line.count + 2)
        if line.isEmpty { return .request(request) }
      }
    }
  }

  /// Returns the head of the next request, up to an empty line.
  private mutating func readHead() throws(BadRequest) -> RequestHead? {
    while let end = bytes[max(seen, start)...].firstIndex(of: 0x0a) {
      seen = end + 1
      let before = bytes[start..<end]
      let isEmpty = before.last == 0x0a || before.suffix(2) == [0x0a, 0x0d]
      let isBlank = before.isEmpty || before == [0x0d]
      if isBlank { start = end + 1 }
      guard isEmpty, !isBlank else { continue }
      guard before.count <= limits.head else { throw longHead }
      let last = before.last == 0x0d ? before.dropLast(2) : before.dropLast()
      let head = try RequestHead(last, limits)
      start = end + 1
      return head
    }
    seen = bytes.count
    guard bytes.count - start <= limits.head else { throw longHead }
    return nil
  }

  private var longHead: BadRequest {
    BadRequest(431, "more than \(limits.head) bytes before the content")
  }

  /// Returns the next line without its end.
  private mutating func readLine(atMost count: Int) throws(BadRequest) -> ArraySlice<UInt8>? {
    guard let end = bytes[max(seen, start)...].firstIndex(of: 0x0a) else {
      seen = bytes.count
      guard bytes.count - start <= count else { throw Self.longLine }
      return nil
    }
    let line = bytes[start..<end]
    (start, seen) = (end + 1, end + 1)
    guard line.count <= count else { throw Self.longLine }
    return line.last == 0x0d ? line.dropLast() : line
  }

  private static let longLine = BadRequest(400, "a line that is too long")

  /// Adds bytes to the content of a request; returns how many are missing.
  private mutating func take(_ count: Int, for request: inout Request) -> Int {
    let there = min(count, bytes.count - start)
    request.content.add(bytes[start..<start + there])
    start += there
    seen = start
    return count - there
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
