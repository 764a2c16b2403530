package import RetryNumerics

/// A type that names its parts in one order, in which they are written as bytes and read back.
package protocol ByteCodable {
  mutating func code(with coder: inout ByteCoder)
}

/// Values as bytes, which are written, or read in the same order.
///
///     let bytes = ByteCoder.bytes(of: measured)
///     var copy = Measurement()
///     let isWhole = ByteCoder.read(&copy, from: bytes)
///
/// Numbers take as few bytes as they need. Bytes that are no such values are found while they are read; nothing traps.
package struct ByteCoder {
  private var bytes: [UInt8]
  /// Where the next byte is read; `nil` while bytes are written.
  private var place: Int?
  private var isDamaged = false
  /// The values within values that are being read.
  private var depth = 0
  /// More of them than any value has.
  private static let mostDepth = 500

  private init(_ bytes: [UInt8] = [], at place: Int? = nil) {
    (self.bytes, self.place) = (bytes, place)
  }

  package static func bytes(of value: some ByteCodable) -> [UInt8] {
    var (coder, value) = (ByteCoder(), value)
    value.code(with: &coder)
    return coder.bytes
  }

  /// Reads the parts of a value; returns whether the bytes are those of such a value.
  package static func read(_ value: inout some ByteCodable, from bytes: [UInt8]) -> Bool {
    var coder = ByteCoder(bytes, at: 0)
    value.code(with: &coder)
    return !coder.isDamaged && coder.place == bytes.count
  }

  package var isReading: Bool { place != nil }

  /// Marks what is read as damaged, unless a condition holds.
  package mutating func require(_ holds: Bool) {
    if !holds { isDamaged = true }
  }

  package mutating func code(_ value: inout some ByteCodable) { value.code(with: &self) }
}

// MARK: - Numbers

extension ByteCoder {
  private mutating func nextByte() -> UInt8 {
    guard let place, place < bytes.count else {
      isDamaged = true
      return 0
    }
    self.place = place + 1
    return bytes[place]
  }

  /// Writes seven bits in each byte, the lowest first; the highest bit marks that more follow.
  fileprivate mutating func codeBits(_ number: inout UInt128) {
    guard isReading else {
      var rest = number
      while rest > 0x7f {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      return bytes.append(UInt8(rest))
    }
    number = 0
    for shift in stride(from: UInt128(0), to: 133, by: 7) {
      let byte = nextByte()
      number |= UInt128(byte & 0x7f) << shift
      if byte < 0x80 { return }
    }
    isDamaged = true
  }
}

extension ByteCodable where Self: FixedWidthInteger {
  package mutating func code(with coder: inout ByteCoder) {
    // Numbers near zero are short, whatever their sign is.
    let wide = Int128(truncatingIfNeeded: self)
    var bits =
      Self.isSigned
      ? UInt128(truncatingIfNeeded: (wide << 1) ^ (wide >> 127)) : UInt128(truncatingIfNeeded: self)
    coder.codeBits(&bits)
    let read =
      Self.isSigned
      ? Self(exactly: Int128(truncatingIfNeeded: bits >> 1) ^ -Int128(truncatingIfNeeded: bits & 1))
      : Self(exactly: bits)
    coder.require(read != nil)
    self = read ?? 0
  }
}

extension Int: ByteCodable {}
extension Int64: ByteCodable {}
extension Int128: ByteCodable {}
extension UInt64: ByteCodable {}
extension UInt128: ByteCodable {}

extension Bool: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    var number: UInt64 = self ? 1 : 0
    coder.code(&number)
    coder.require(number < 2)
    self = number == 1
  }
}

extension Double: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    // Round numbers end with zeros, which are at the start then.
    var bits = bitPattern.byteSwapped
    coder.code(&bits)
    self = Double(bitPattern: bits.byteSwapped)
  }
}

extension Nanoseconds: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) { coder.code(&count) }
}

// MARK: - Collections

extension String: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    var units = coder.isReading ? [] : Array(utf8)
    coder.code(&units)
    if coder.isReading { self = String(decoding: units, as: UTF8.self) }
  }
}

extension ByteCoder {
  /// Codes a number of elements; no element is shorter than a byte.
  package mutating func codeCount(_ count: Int) -> Int {
    var count = count
    code(&count)
    if let place, !(0...bytes.count - place).contains(count) {
      isDamaged = true
      return 0
    }
    return count
  }

  /// Codes bytes as they are.
  package mutating func code(_ raw: inout [UInt8]) {
    let count = codeCount(raw.count)
    guard let place else { return bytes += raw }
    raw = Array(bytes[place..<place + count])
    self.place = place + count
  }

  /// Codes elements, which are read into copies of a blank one.
  package mutating func code<Element: ByteCodable>(
    _ elements: inout [Element], blank: @autoclosure () -> Element
  ) {
    let count = codeCount(elements.count)
    if isReading { elements = [] }
    for index in 0..<count {
      guard !isDamaged else { return }
      var element = isReading ? blank() : elements[index]
      code(&element)
      if isReading { elements.append(element) }
    }
  }

  package mutating func code<Value: ByteCodable>(
    _ value: inout Value?, blank: @autoclosure () -> Value
  ) {
    var isThere = value != nil
    code(&isThere)
    guard isThere else { return value = nil }
    var known = value ?? blank()
    code(&known)
    value = known
  }

  /// Codes entries; equal dictionaries have the same bytes.
  package mutating func code<Key: ByteCodable & Hashable, Value: ByteCodable>(
    _ entries: inout [Key: Value], blank: Key, _ blankValue: @autoclosure () -> Value
  ) {
    let count = codeCount(entries.count)
    guard isReading else {
      let written = entries.map { entry in
        var (coder, key, value) = (ByteCoder(), entry.key, entry.value)
        coder.code(&key)
        coder.code(&value)
        return coder.bytes
      }
      for entry in written.sorted(by: { $0.lexicographicallyPrecedes($1) }) { bytes += entry }
      return
    }
    entries = [:]
    for _ in 0..<count {
      guard !isDamaged else { return }
      var (key, value) = (blank, blankValue())
      code(&key)
      code(&value)
      entries[key] = value
    }
  }

  /// Codes which case of an enumeration a value is, by a number.
  package mutating func codeCase(_ number: Int) -> Int {
    var number = number
    code(&number)
    return number
  }

  /// Codes one of the cases of an enumeration without further parts.
  package mutating func codeCase<Case: CaseIterable & Equatable>(_ value: inout Case) {
    let cases = Array(Case.allCases)
    let number = codeCase(cases.firstIndex(of: value) ?? 0)
    guard cases.indices.contains(number) else { return isDamaged = true }
    value = cases[number]
  }

  /// Codes what lies within a value, which no damage can nest too deeply.
  package mutating func codeNested(_ body: (inout ByteCoder) -> Void) {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.mostDepth else { return isDamaged = true }
    body(&self)
  }
}
