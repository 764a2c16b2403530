/// A short fingerprint of a text or of bytes: their 64-bit FNV-1a hash.
package struct Digest: Hashable, Sendable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ line: String) {
    for byte in line.utf8 { add(byte) }
    add(UInt8(ascii: "\n"))
  }

  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { add(byte) }
  }

  private mutating func add(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The hash in sixteen hexadecimal digits.
  package var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  package static func of(_ lines: [String]) -> String {
    var digest = Digest()
    for line in lines { digest.add(line) }
    return digest.text
  }

  package static func of(bytes: ArraySlice<UInt8>) -> String {
    var digest = Digest()
    digest.add(bytes)
    return digest.text
  }
}
