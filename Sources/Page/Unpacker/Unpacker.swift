/// Reads what the LZMA of `xz` has packed without a header, with three bits of context and no bits of position.
///
/// Browsers read gzip by themselves, but the engine is two fifths smaller so.
private struct Unpacker {
  private var input: UnsafePointer<UInt8>
  private let inputEnd: UnsafePointer<UInt8>
  private let output: UnsafeMutablePointer<UInt8>
  private let size: Int
  private var chances: UnsafeMutablePointer<UInt16>
  private var range = UInt32.max
  private var code: UInt32 = 0

  /// Where the chances of each kind of decision begin.
  private enum Chances {
    static let isMatch = 0
    static let isAgain = 12
    static let isOlder = 24
    static let isThird = 36
    static let isFourth = 48
    static let isLong = 60
    static let slot = 72
    static let distance = 328
    static let lowest = 456
    static let length = 472
    static let lengthAgain = 746
    static let literal = 1020
    static let count = literal + 8 * 0x300
  }

  /// The bytes of all chances.
  static var room: Int { 2 * Chances.count }

  init(
    _ input: UnsafePointer<UInt8>, _ inputSize: Int, _ output: UnsafeMutablePointer<UInt8>,
    _ size: Int, chances: UnsafeMutablePointer<UInt16>
  ) {
    (self.input, inputEnd) = (input, input + inputSize)
    (self.output, self.size, self.chances) = (output, size, chances)
    for place in 0..<Chances.count { chances[place] = 1024 }
    for _ in 0..<5 { code = (code &<< 8) | next() }
  }

  private mutating func next() -> UInt32 {
    guard input < inputEnd else { return 0 }
    defer { input += 1 }
    return UInt32(input.pointee)
  }

  private mutating func normalize() {
    guard range < 1 << 24 else { return }
    range &<<= 8
    code = (code &<< 8) | next()
  }

  private mutating func bit(_ place: Int) -> Int {
    let chance = UInt32(chances[place])
    let bound = (range &>> 11) &* chance
    let isOne = code >= bound
    if isOne {
      (range, code) = (range &- bound, code &- bound)
      chances[place] = UInt16(truncatingIfNeeded: chance &- (chance &>> 5))
    } else {
      range = bound
      chances[place] = UInt16(truncatingIfNeeded: chance &+ ((2048 &- chance) &>> 5))
    }
    normalize()
    return isOne ? 1 : 0
  }

  /// Bits of a tree, the highest first.
  private mutating func tree(_ place: Int, _ bits: Int) -> Int {
    var node = 1
    for _ in 0..<bits { node = (node &<< 1) | bit(place &+ node) }
    return node &- (1 &<< bits)
  }

  /// Bits of a tree, the lowest first.
  private mutating func reverseTree(_ place: Int, _ bits: Int) -> Int {
    var (node, value) = (1, 0)
    for index in 0..<bits {
      let bit = bit(place &+ node)
      node = (node &<< 1) | bit
      value |= bit &<< index
    }
    return value
  }

  /// Bits of which each is as likely as the other.
  private mutating func plain(_ bits: Int) -> Int {
    var value = 0
    for _ in 0..<bits {
      range &>>= 1
      let isOne = code >= range
      if isOne { code &-= range }
      value = (value &<< 1) | (isOne ? 1 : 0)
      normalize()
    }
    return value
  }

  private mutating func length(_ place: Int) -> Int {
    if bit(place) == 0 { return 2 &+ tree(place &+ 2, 3) }
    if bit(place &+ 1) == 0 { return 10 &+ tree(place &+ 10, 3) }
    return 18 &+ tree(place &+ 18, 8)
  }

  private mutating func distance(length: Int) -> Int {
    let slot = tree(Chances.slot &+ min(length &- 2, 3) &* 64, 6)
    if slot < 4 { return slot }
    let bits = (slot &>> 1) &- 1
    let base = (2 | slot & 1) &<< bits
    if slot < 14 { return base &+ reverseTree(Chances.distance &+ base &- slot, bits) }
    return base &+ (plain(bits &- 4) &<< 4) &+ reverseTree(Chances.lowest, 4)
  }

  /// A byte after another; after a match, it differs from the byte that would have followed there.
  private mutating func literal(after previous: Int, expecting matched: Int?) -> UInt8 {
    let table = Chances.literal &+ (previous &>> 5) &* 0x300
    var node = 1
    if var match = matched {
      while node < 0x100 {
        match &<<= 1
        let expected = match & 0x100
        let bit = bit(table &+ 0x100 &+ expected &+ node)
        node = (node &<< 1) | bit
        if (expected &>> 8) != bit { break }
      }
    }
    while node < 0x100 { node = (node &<< 1) | bit(table &+ node) }
    return UInt8(truncatingIfNeeded: node)
  }

  /// The length of a match, after its distance became the first of the last four.
  private mutating func match(_ distances: inout (Int, Int, Int, Int), _ state: inout Int) -> Int {
    if bit(Chances.isAgain &+ state) == 0 {
      state = state < 7 ? 7 : 10
      let length = length(Chances.length)
      distances = (distance(length: length), distances.0, distances.1, distances.2)
      return length
    }
    if bit(Chances.isOlder &+ state) == 0 {
      if bit(Chances.isLong &+ state) == 0 {
        state = state < 7 ? 9 : 11
        return 1
      }
    } else if bit(Chances.isThird &+ state) == 0 {
      distances = (distances.1, distances.0, distances.2, distances.3)
    } else if bit(Chances.isFourth &+ state) == 0 {
      distances = (distances.2, distances.0, distances.1, distances.3)
    } else {
      distances = (distances.3, distances.0, distances.1, distances.2)
    }
    state = state < 7 ? 8 : 11
    return length(Chances.lengthAgain)
  }

  /// Returns whether everything was read.
  mutating func run() -> Bool {
    var (place, state) = (0, 0)
    var distances = (0, 0, 0, 0)
    while place < size {
      if bit(Chances.isMatch &+ state) == 0 {
        let previous = place > 0 ? Int(output[place &- 1]) : 0
        let matched = state < 7 ? nil : Int(output[place &- distances.0 &- 1])
        output[place] = literal(after: previous, expecting: matched)
        state = state < 4 ? 0 : state < 10 ? state &- 3 : state &- 6
        place &+= 1
      } else {
        let length = match(&distances, &state)
        guard 0..<place ~= distances.0, length <= size &- place else { return false }
        for _ in 0..<length {
          output[place] = output[place &- distances.0 &- 1]
          place &+= 1
        }
      }
    }
    return true
  }
}

/// The room that a reader needs.
@_expose(wasm, "unpack_room")
@_cdecl("unpack_room")
public func room() -> Int32 { Int32(Unpacker.room) }

/// Unpacks so many bytes into others, with room for the work; returns whether the input was whole.
@_expose(wasm, "unpack")
@_cdecl("unpack")
public func unpack(
  _ input: UnsafePointer<UInt8>, _ inputSize: Int32, _ output: UnsafeMutablePointer<UInt8>,
  _ size: Int32, _ room: UnsafeMutablePointer<UInt16>
) -> Int32 {
  var unpacker = Unpacker(input, Int(inputSize), output, Int(size), chances: room)
  return unpacker.run() ? 1 : 0
}
