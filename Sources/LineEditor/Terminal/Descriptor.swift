import Glibc

/// Reads and writes all that there is, whatever interrupts it.
package enum Descriptor {
  /// Returns all bytes from the present place on, or nothing where they cannot be read or are too many.
  package static func readAll(_ descriptor: Int32, atMost limit: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { return nil }
    }
  }

  /// Writes all bytes; tells whether that was possible.
  @discardableResult
  package static func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR, errno != EAGAIN { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}
