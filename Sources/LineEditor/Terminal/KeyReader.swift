import CEditline
import Glibc

/// Reads typed Unicode scalars and receives signals.
struct KeyReader {
  enum Key: Hashable {
    case scalar(Unicode.Scalar)
    /// A signal, which its handler has noted.
    case signal
    case end
  }

  /// The signals that are delivered only while the reader waits, so that none is missed.
  static let signals: [Int32] = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  private var bytes: [UInt8] = []
  private var position = 0
  private var held: HeldSignals?

  var hasMore: Bool { position < bytes.count }

  /// Blocks the signals until the reader waits.
  mutating func blockSignals() {
    held = HeldSignals(Self.signals)
  }

  mutating func unblockSignals() {
    held?.letGo()
    held = nil
  }

  /// Waits for the next scalar; invalid UTF-8 becomes U+FFFD.
  mutating func next() -> Key {
    guard let first = nextByte() else { return failure }
    guard first >= 0x80 else { return .scalar(Unicode.Scalar(first)) }
    var decoder = UTF8()
    var sequence = [first]
    for _ in 0..<Self.continuations(of: first) {
      guard let byte = nextByte() else { return failure }
      guard byte & 0xC0 == 0x80 else {
        // The byte begins another character.
        position -= 1
        break
      }
      sequence.append(byte)
    }
    var iterator = sequence.makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return .scalar(scalar) }
    return .scalar("\u{FFFD}")
  }

  private static func continuations(of byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 1
    case 0xE0...0xEF: 2
    case 0xF0...0xF4: 3
    default: 0
    }
  }

  /// The meaning of a read without a byte.
  private var failure: Key { isBroken ? .signal : .end }
  private var isBroken = false

  private mutating func nextByte() -> UInt8? {
    if position == bytes.count { fill() }
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func fill() {
    (bytes, position, isBroken) = ([], 0, false)
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      if let arrival = held?.wait(), arrival != .input {
        isBroken = arrival == .signal
        return
      }
      let count = read(Screen.input, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      // A closed terminal may be noticed before its signal arrives.
      if count < 0, errno == EIO, held?.wait(.milliseconds(500), on: -1) == .signal {
        isBroken = true
        return
      }
      bytes = Array(buffer[..<max(0, count)])
      return
    }
  }
}
