/// Data as zlib compresses it (RFC 1950 and 1951).
///
/// Written here, since only this format needs it, and a library would have to be found for it.
struct Inflating {
  private let bytes: [UInt8]
  private var place = 2
  private var (bits, count): (UInt32, Int) = (0, 0)
  private var output: [UInt8] = []
  private let limit: Int

  /// Returns the data; `nil` if they are broken, or longer than a limit.
  static func data(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
    guard bytes.count > 2, bytes[0] & 0x0F == 8 else { return nil }
    var inflating = Inflating(bytes, limit)
    return inflating.readBlocks() ? inflating.output : nil
  }

  private init(_ bytes: [UInt8], _ limit: Int) {
    (self.bytes, self.limit) = (bytes, limit)
  }

  private mutating func readBlocks() -> Bool {
    while true {
      guard let isLast = take(1), let kind = take(2) else { return false }
      let isRead: Bool
      switch kind {
      case 0: isRead = readStored()
      case 1: isRead = readCompressed(Code.fixed, Code.fixedDistances)
      case 2:
        guard let (code, distances) = readCodes() else { return false }
        isRead = readCompressed(code, distances)
      default: isRead = false
      }
      guard isRead else { return false }
      if isLast == 1 { return true }
    }
  }

  /// Takes up to sixteen bits, the lowest first.
  private mutating func take(_ wanted: Int) -> Int? {
    while count < wanted {
      guard place < bytes.count else { return nil }
      bits |= UInt32(bytes[place]) << UInt32(count)
      place += 1
      count += 8
    }
    let value = Int(bits & ((1 << UInt32(wanted)) - 1))
    bits >>= UInt32(wanted)
    count -= wanted
    return value
  }

  private mutating func readStored() -> Bool {
    (bits, count) = (0, 0)
    guard place + 4 <= bytes.count else { return false }
    let length = Int(bytes[place]) | Int(bytes[place + 1]) << 8
    place += 4
    guard place + length <= bytes.count, output.count + length <= limit else { return false }
    output += bytes[place..<place + length]
    place += length
    return true
  }

  /// Bases and extra bits of lengths and of distances.
  private static let lengths: [(Int, Int)] =
    bases(
      3, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5])
    + [(258, 0)]
  private static let distances: [(Int, Int)] = bases(
    1, [0, 0, 0, 0] + (1...13).flatMap { [$0, $0] })

  private static func bases(_ first: Int, _ extras: [Int]) -> [(Int, Int)] {
    var base = first
    return extras.map { extra in
      defer { base += 1 << extra }
      return (base, extra)
    }
  }

  private mutating func readCompressed(_ code: Code, _ distanceCode: Code) -> Bool {
    while true {
      guard let symbol = symbol(code) else { return false }
      guard symbol != 256 else { return true }
      guard symbol > 256 else {
        guard output.count < limit else { return false }
        output.append(UInt8(symbol))
        continue
      }
      guard let length = value(symbol - 257, Self.lengths),
        let second = self.symbol(distanceCode), let distance = value(second, Self.distances),
        distance <= output.count, output.count + length <= limit
      else { return false }
      // What is copied may overlap with what it is copied to.
      let start = output.count - distance
      for offset in 0..<length { output.append(output[start + offset]) }
    }
  }

  private mutating func value(_ symbol: Int, _ table: [(Int, Int)]) -> Int? {
    guard table.indices.contains(symbol) else { return nil }
    return take(table[symbol].1).map { table[symbol].0 + $0 }
  }

  private mutating func symbol(_ code: Code) -> Int? {
    var (word, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
      word |= bit
      let count = code.counts[length]
      if word - first < count { return code.symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    return nil
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Reads the codes of a block, whose lengths are in a code of their own.
  private mutating func readCodes() -> (Code, Code)? {
    guard let literals = take(5), let distances = take(5), let own = take(4) else { return nil }
    var ownLengths = [Int](repeating: 0, count: 19)
    for place in 0..<own + 4 {
      guard let length = take(3) else { return nil }
      ownLengths[Self.order[place]] = length
    }
    let (code, all) = (Code(ownLengths), literals + 257 + distances + 1)
    var lengths: [Int] = []
    while lengths.count < all {
      guard let symbol = symbol(code) else { return nil }
      guard symbol >= 16 else {
        lengths.append(symbol)
        continue
      }
      let (bits, least) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
      guard let more = take(bits), symbol != 16 || !lengths.isEmpty else { return nil }
      let repeated = symbol == 16 ? lengths[lengths.count - 1] : 0
      lengths += Array(repeating: repeated, count: least + more)
    }
    guard lengths.count == all else { return nil }
    return (Code(Array(lengths[..<(literals + 257)])), Code(Array(lengths[(literals + 257)...])))
  }

  /// A prefix code: how many symbols have each length, and the symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }
        .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    static let fixed = Code(
      (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = Code([Int](repeating: 5, count: 30))
  }
}
