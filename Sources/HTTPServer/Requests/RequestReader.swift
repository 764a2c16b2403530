/// Reads requests from bytes that come in any pieces.
///
///     var reader = RequestReader()
///     reader.add(bytes)
///     while let event = try reader.next() { … }
///
/// It keeps at most one head and the bytes that were added since; of a content it keeps a digest, and all of it only where
/// the limits say so. After an error it reads nothing more, since where the next request begins is not known.
package struct RequestReader {
  package enum Event: Hashable, Sendable {
    /// The client waits for a word before it sends the content.
    case waitsForContinue
    case request(Request)
  }

  private enum State {
    case head
    case content(Request, ContentReader)
    case failed(BadRequest)
  }

  private let limits: RequestLimits
  private var state = State.head
  private var buffer = ReadBuffer()

  package init(_ limits: RequestLimits = RequestLimits()) {
    self.limits = limits
  }

  package mutating func add(_ more: some Sequence<UInt8>) { buffer.add(more) }

  /// Whether a request has begun whose end is missing.
  package var isInside: Bool {
    if case .head = state { return buffer.count > 0 }
    return true
  }

  /// The bytes that are kept until more of them are there.
  package var unreadCount: Int { buffer.count }

  /// Returns what comes next, or nothing until more bytes are added.
  package mutating func next() throws(BadRequest) -> Event? {
    do throws(BadRequest) {
      let event = try step()
      buffer.shrink()
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
        guard let bytes = try buffer.head(atMost: limits.head) else { return nil }
        let head = try RequestHead(bytes, limits)
        state = .content(head.request, ContentReader(head.framing, limits))
        if head.waitsForContinue { return .waitsForContinue }
      case .content(var request, var reader):
        // Its content is added to in place.
        state = .head
        let part = try reader.next(&buffer)
        if case .end? = part { return .request(request) }
        if case .bytes(let bytes)? = part {
          request.content.add(bytes, isKept: limits.keepsContent)
        }
        state = .content(request, reader)
        if part == nil { return nil }
      }
    }
  }
}
