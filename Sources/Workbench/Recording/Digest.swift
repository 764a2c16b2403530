/// A short fingerprint of a text: the 64-bit FNV-1a hash of its bytes.
struct Digest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ line: String) {
    for byte in line.utf8 { add(byte) }
    add(UInt8(ascii: "\n"))
  }

  mutating func add(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The hash in sixteen hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func of(_ lines: [String]) -> String {
    var digest = Digest()
    for line in lines { digest.add(line) }
    return digest.text
  }

  static func of(bytes: some Sequence<UInt8>) -> String {
    var digest = Digest()
    for byte in bytes { digest.add(byte) }
    return digest.text
  }
}
