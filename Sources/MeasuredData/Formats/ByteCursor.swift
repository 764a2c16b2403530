/// A place in bytes, up to an end that is not read past.
struct ByteCursor {
  let bytes: [UInt8]
  private(set) var place: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    let range = range.clamped(to: bytes.indices)
    (self.bytes, place, end) = (bytes, range.lowerBound, range.upperBound)
  }

  init(_ bytes: [UInt8]) {
    self.init(bytes, bytes.indices)
  }

  var isAtEnd: Bool { place >= end }

  /// The next byte; zero at the end.
  var next: UInt8 {
    @inline(__always) get { place < end ? bytes[place] : 0 }
  }

  @inline(__always)
  mutating func advance() {
    if place < end { place += 1 }
  }

  mutating func move(to place: Int) {
    self.place = min(max(place, 0), end)
  }

  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard place < end, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Skips spaces and tabs.
  @inline(__always)
  mutating func skipSpaces() {
    while place < end, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
  }

  /// Skips to a byte and past it; returns what lies before, or `nil` if there is no such byte.
  mutating func text(until byte: UInt8) -> Range<Int>? {
    let start = place
    var index = place
    while index < end {
      if bytes[index] == byte {
        place = index + 1
        return start..<index
      }
      index += 1
    }
    return nil
  }

  /// Skips what lies before the next space.
  mutating func word() -> Range<Int> {
    let start = place
    while place < end, bytes[place] != 0x20, bytes[place] != 0x09 { place += 1 }
    return start..<place
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  func has(_ text: StaticText, at range: Range<Int>) -> Bool {
    range.count == text.bytes.count && bytes[range].elementsEqual(text.bytes)
  }

  func isAny(_ texts: [StaticText], at range: Range<Int>) -> Bool {
    texts.contains { has($0, at: range) }
  }

  /// A number for the bytes of a range, which other bytes hardly share.
  func hash(_ range: Range<Int>, after state: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    var state = state
    for index in range {
      state = (state ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
    }
    return state
  }
}

/// A word that bytes are compared with.
struct StaticText: ExpressibleByStringLiteral, Sendable {
  let bytes: [UInt8]

  init(stringLiteral text: String) {
    bytes = Array(text.utf8)
  }
}
