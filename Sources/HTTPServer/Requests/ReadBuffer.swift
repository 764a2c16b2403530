/// Bytes that came in any pieces, and how many of them were read.
struct ReadBuffer {
  private var bytes: [UInt8] = []
  /// The first byte that was not read, and the first in which no end of a line was looked for.
  private var (start, seen) = (0, 0)

  mutating func add(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      seen -= start
      start = 0
    }
    bytes += more
  }

  var count: Int { bytes.count - start }

  /// Frees the memory of what was read: thousands of connections wait, and keep nothing meanwhile.
  mutating func shrink() {
    if start == bytes.count { (bytes, start, seen) = ([], 0, 0) }
  }

  /// Returns the next bytes, as many as are there.
  mutating func take(_ most: Int) -> ArraySlice<UInt8> {
    let taken = bytes[start..<start + min(most, count)]
    start = taken.endIndex
    seen = start
    return taken
  }

  /// Returns the next line without its end.
  mutating func line(atMost most: Int) throws(BadRequest) -> ArraySlice<UInt8>? {
    guard let end = bytes[max(seen, start)...].firstIndex(of: 0x0a) else {
      seen = bytes.count
      guard count <= most else { throw Self.longLine }
      return nil
    }
    let line = bytes[start..<end]
    (start, seen) = (end + 1, end + 1)
    guard line.count <= most else { throw Self.longLine }
    return line.last == 0x0d ? line.dropLast() : line
  }

  private static let longLine = BadRequest(400, "a line that is too long")

  /// Returns the lines up to the next empty one, without it; empty lines in front of them are skipped.
  mutating func head(atMost most: Int) throws(BadRequest) -> ArraySlice<UInt8>? {
    while let end = bytes[max(seen, start)...].firstIndex(of: 0x0a) {
      seen = end + 1
      let before = bytes[start..<end]
      let isEmpty = before.last == 0x0a || before.suffix(2) == [0x0a, 0x0d]
      let isBlank = before.isEmpty || before == [0x0d]
      if isBlank { start = end + 1 }
      guard isEmpty, !isBlank else { continue }
      guard before.count <= most else { throw Self.longHead(most) }
      start = end + 1
      return before.last == 0x0d ? before.dropLast(2) : before.dropLast()
    }
    seen = bytes.count
    guard count <= most else { throw Self.longHead(most) }
    return nil
  }

  private static func longHead(_ most: Int) -> BadRequest {
    BadRequest(431, "more than \(most) bytes before the content")
  }
}
