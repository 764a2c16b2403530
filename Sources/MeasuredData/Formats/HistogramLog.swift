import RetryNumerics

/// The intervals of an HdrHistogram log of version 2, all together.
struct HistogramLog: LineFormat {
  private static let (compressedCookie, cookie): (UInt64, UInt64) = (0x1C84_9304, 0x1C84_9303)
  /// The bits of a cookie that tell the width of counts.
  private static let widthBits: UInt64 = 0xF0
  /// The most bytes of an interval.
  private static let longest = 1 << 24
  private static let mostValues = 1 << 20

  /// The values that share a count: the least, and how many there are.
  private struct Bin: Hashable {
    let low: Int64
    let width: Int64
  }

  private var counts: [Bin: UInt64] = [:]

  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem? {
    let text = line.place..<line.end
    guard line.next != 0x23, line.next != 0x22 else {
      builder.log.lines.empty += 1
      return nil
    }
    // The histogram is what comes last.
    let start = line.bytes[text].lastIndex(of: 0x2C).map { $0 + 1 } ?? text.lowerBound
    guard let packed = Self.base64(line.bytes[start..<line.end]),
      Self.number(packed, at: 0, bytes: 4).map({ $0 & ~Self.widthBits }) == Self.compressedCookie,
      let data = Inflating.data(Array(packed.dropFirst(8)), atMost: Self.longest), add(data)
    else { return .noHistogram }
    return nil
  }

  mutating func finish(into builder: inout LogBuilder) throws(LogProblem) {
    let unit = builder.choices.unit ?? .nanoseconds
    let origin: UnitOrigin = builder.choices.unit == nil ? .guess : .given
    builder.assume("unit", .unit(unit, of: "a value", origin))
    builder.assume("order", .note("histograms have lost the order and the failures"))
    let size = (0..<unit.power).reduce(Int64(1)) { size, _ in size * 10 }
    for (bin, count) in counts.sorted(by: { $0.key.low < $1.key.low }) {
      let low = Nanoseconds(bin.low) * size
      let high = Nanoseconds(bin.low) + Nanoseconds(bin.width)
      builder.add(bin.width == 1 ? .exact(low) : .between(low, high * size), count: count)
    }
  }

  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var (bytes, word, bits): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for byte in text where byte != 0x3D {
      let digit: UInt8
      switch byte {
      case 0x41...0x5A: digit = byte - 0x41
      case 0x61...0x7A: digit = byte - 0x61 + 26
      case 0x30...0x39: digit = byte - 0x30 + 52
      case 0x2B: digit = 62
      case 0x2F: digit = 63
      default: return nil
      }
      word = word << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return bytes
  }

  /// Returns a number whose highest byte comes first.
  private static func number(_ data: [UInt8], at place: Int, bytes: Int) -> UInt64? {
    guard place + bytes <= data.count else { return nil }
    return data[place..<place + bytes].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Adds the counts of an interval; `false` if it is broken.
  private mutating func add(_ data: [UInt8]) -> Bool {
    guard let cookie = Self.number(data, at: 0, bytes: 4),
      cookie & ~Self.widthBits == Self.cookie,
      let digits = Self.number(data, at: 12, bytes: 4), digits <= 5,
      let lowest = Self.number(data, at: 16, bytes: 8), lowest >= 1, data.count >= 40
    else { return false }
    let unit = 63 - lowest.leadingZeroBitCount
    // Twice as many values as the digits can tell apart, rounded up to a power of two.
    let wanted = (0..<digits).reduce(UInt64(2)) { value, _ in value * 10 }
    let half = max(64 - (wanted - 1).leadingZeroBitCount, 1) - 1
    var (place, index) = (40, 0)
    while place < data.count {
      guard let count = Self.count(data, &place) else { return false }
      guard count > 0 else {
        // A negative one is a number of empty bins.
        guard count < 0, count > -(1 << 40) else {
          index += 1
          continue
        }
        index += Int(-count)
        continue
      }
      guard let bin = Self.bin(index, half: half, unit: unit), counts.count < Self.mostValues
      else { return false }
      let (sum, isOver) = counts[bin, default: 0].addingReportingOverflow(UInt64(count))
      counts[bin] = isOver ? .max : sum
      index += 1
    }
    return true
  }

  private static func bin(_ index: Int, half: Int, unit: Int) -> Bin? {
    let bucket = max((index >> half) - 1, 0)
    let part = index >> half == 0 ? index : index & ((1 << half) - 1) + (1 << half)
    let shift = bucket + unit
    guard shift < 62 - half else { return nil }
    return Bin(low: Int64(part) << Int64(shift), width: 1 << Int64(shift))
  }

  /// Reads a count: seven bits in each byte, the lowest first, and the sign in the lowest bit.
  private static func count(_ data: [UInt8], _ place: inout Int) -> Int64? {
    var (word, shift): (UInt64, UInt64) = (0, 0)
    for position in 0..<9 {
      guard place < data.count else { return nil }
      let byte = UInt64(data[place])
      place += 1
      if position == 8 {
        word |= byte << shift
        break
      }
      word |= (byte & 0x7F) << shift
      if byte & 0x80 == 0 { break }
      shift += 7
    }
    return Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
  }
}
