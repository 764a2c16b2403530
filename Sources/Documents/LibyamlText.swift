/// A text as libyaml can read it, with as many scalars as before, so that places stay the same.
///
/// libyaml refuses two things of JSON: pairs of escapes such as `\ud83d\ude00`, and tabs before and after the value.
struct LibyamlText {
  let bytes: [UInt8]
  /// What stands for the backslashes of pairs, which is nowhere else in the text.
  private let standIn: Unicode.Scalar?

  init(_ text: String) {
    var bytes = Array(text.utf8)
    Self.replaceTabs(&bytes)
    let pairs = Self.pairs(in: bytes)
    standIn = pairs.isEmpty ? nil : Self.unused(in: text)
    guard let standIn else {
      self.bytes = bytes
      return
    }
    var (written, copied): ([UInt8], Int) = ([], 0)
    for backslash in pairs.flatMap({ [$0, $0 + 6] }) {
      written += bytes[copied..<backslash] + String(Character(standIn)).utf8
      copied = backslash + 1
    }
    self.bytes = written + bytes[copied...]
  }

  /// Returns what was written for a text that libyaml has read.
  func original(_ text: String, hasEscapes: Bool) -> String {
    guard let standIn, text.unicodeScalars.contains(standIn) else { return text }
    let parts = text.unicodeScalars.split(separator: standIn, omittingEmptySubsequences: false)
    guard hasEscapes else { return parts.map { String($0) }.joined(separator: "\\") }
    var original = String(parts[0])
    for index in stride(from: 2, to: parts.count, by: 2) {
      let units = parts[(index - 1)...index].compactMap {
        UInt16(hexadecimal: $0.dropFirst().prefix(4))
      }
      original += String(decoding: units, as: UTF16.self)
      original += String(parts[index].dropFirst(5))
    }
    return original
  }

  /// Replaces the tabs around a value of JSON by spaces.
  private static func replaceTabs(_ bytes: inout [UInt8]) {
    let isInk = { (byte: UInt8) in byte > 0x20 }
    guard let first = bytes.firstIndex(where: isInk), let last = bytes.lastIndex(where: isInk),
      bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[")
    else { return }
    for index in Array(0..<first) + Array(last..<bytes.count) where bytes[index] == 0x09 {
      bytes[index] = 0x20
    }
  }

  /// Returns where pairs of escapes begin.
  private static func pairs(in bytes: [UInt8]) -> [Int] {
    var (pairs, index): ([Int], Int) = ([], 0)
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
      let isPair =
        UTF16.isLeadSurrogate(unit(bytes[start...]))
        && UTF16.isTrailSurrogate(unit(bytes[start...].dropFirst(6)))
      if isPair { pairs.append(start) }
      // An escaped backslash begins no escape, so it is skipped together with what follows.
      index = min(start + (isPair ? 12 : 2), bytes.count)
    }
    return pairs
  }

  /// Returns the unit that an escape stands for, or zero.
  private static func unit(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    guard bytes.starts(with: #"\u"#.utf8) else { return 0 }
    return UInt16(hexadecimal: bytes.dropFirst(2).prefix(4).map { Unicode.Scalar($0) }) ?? 0
  }

  /// Returns a scalar of private use that a text does not have.
  private static func unused(in text: String) -> Unicode.Scalar? {
    let used = Set(text.unicodeScalars.filter { $0.properties.generalCategory == .privateUse })
    return (0xE000...0xF8FF).lazy.compactMap(Unicode.Scalar.init).first { !used.contains($0) }
  }
}
