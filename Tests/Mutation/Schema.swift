/// A source that holds all its mutants at once, each behind a switch.
struct Schema {
  /// The text for the compiler.
  private(set) var bytes: [UInt8] = []

  /// Where each mutant stands in the text, an inner one after the one around it.
  private(set) var places: [(number: Int, range: Range<Int>)] = []

  private let source: Source

  /// Creates the source with some mutants.
  init(_ source: Source, mutants: [Mutant]) {
    self.source = source
    let ordered = mutants.sorted { left, right in
      let (first, second) = (left.range, right.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
      // Around an expression stands the statement that it is.
      let isStatement = (left.kind == .statement, right.kind == .statement)
      return isStatement.0 != isStatement.1 ? isStatement.0 : left.number < right.number
    }
    append(0..<source.bytes.count, ordered[...])
  }

  /// Appends a part of the source, with the mutants that lie in it.
  private mutating func append(_ range: Range<Int>, _ mutants: ArraySlice<Mutant>) {
    var (position, rest) = (range.lowerBound, mutants)
    while let mutant = rest.popFirst() {
      let inner = rest.prefix { $0.range.lowerBound < mutant.range.upperBound }
      rest = rest.dropFirst(inner.count)
      bytes += source.bytes[position..<mutant.range.lowerBound]
      append(mutant, around: inner)
      position = mutant.range.upperBound
    }
    bytes += source.bytes[position..<range.upperBound]
  }

  private mutating func append(_ mutant: Mutant, around inner: ArraySlice<Mutant>) {
    let (start, index) = (bytes.count, places.count)
    let isStatement = mutant.kind == .statement
    let head =
      isStatement
      ? "if !_mutant(\(mutant.number)) { " : "(_mutant(\(mutant.number)) ? (\(mutant.code)) : ("
    bytes += Array(head.utf8)
    append(mutant.range, inner)
    bytes += Array((isStatement ? " }" : "))").utf8)
    places.insert((mutant.number, start..<bytes.count), at: index)
  }

  /// Returns the mutant that a message of the compiler is about, the likeliest one if none stands there.
  func mutant(atLine line: Int, column: Int, message: some StringProtocol) -> Int? {
    let lines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    let start = line > 1 && line - 2 < lines.count ? lines[line - 2] + 1 : 0
    let place = start + column - 1
    if let inner = places.last(where: { $0.range.contains(place) }) { return inner.number }
    let after = places.first { $0.range.lowerBound > place }
    if let after, !bytes[place..<after.range.lowerBound].contains(10) { return after.number }
    // What is used before it is set was left out, and what is too hard to check begins here.
    let isUnset = message.contains("initialized")
    let before = places.last { $0.range.lowerBound <= place && (!isUnset || isOmission($0.range)) }
    return (message.contains("reasonable time") ? after ?? before : before ?? after)?.number
  }

  private func isOmission(_ range: Range<Int>) -> Bool { bytes[range].starts(with: "if".utf8) }

  /// Returns the text of the switch that each changed target has.
  ///
  /// The number comes by a limit that nothing else uses, since tests start the program in an environment of its own.
  static func switchText(marks: String, count: Int) -> String {
    """
    import Glibc

    private let active: UInt = {
      var limit = rlimit()
      return getrlimit(__rlimit_resource_t(12), &limit) == 0 ? limit.rlim_cur : .max
    }()

    nonisolated(unsafe) private let marks: UnsafeMutablePointer<UInt8>? = {
      guard active == 0 else { return nil }
      let file = open("\(marks)", O_RDWR)
      let map = mmap(nil, \(count + 1), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      // Its number may be that of a stream that the program was started without.
      close(file)
      return map == MAP_FAILED ? nil : map?.assumingMemoryBound(to: UInt8.self)
    }()

    @usableFromInline @inline(never)
    internal func _mutant(_ number: UInt) -> Bool {
      if let marks, marks[Int(number)] == 0 { marks[Int(number)] = 1 }
      return number == active
    }
    """
  }
}
