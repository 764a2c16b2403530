/// A table with the names of its columns in the first line.
struct Columns: LineFormat {
  /// The meaning of each column, once the heading is read.
  private var meanings: [FieldNames.Meaning?]?
  private var names: [String] = []
  private var separator: UInt8 = 0x2C

  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem? {
    guard let meanings else {
      readHeading(&line, &builder)
      return nil
    }
    var parts = RequestParts()
    var column = 0
    var hasMore = true
    while hasMore {
      let cell: ByteCursor
      (cell, hasMore) = self.cell(&line)
      if column < meanings.count, let meaning = meanings[column] {
        parts.take(meaning, cell, &builder)
      }
      column += 1
    }
    guard column >= meanings.count else { return .fewColumns }
    switch parts.request(stampsAreEnds: false, &builder) {
    case .success(let request): builder.add(request)
    case .failure(let error): return error.problem
    }
    return nil
  }

  private mutating func readHeading(_ line: inout ByteCursor, _ builder: inout LogBuilder) {
    let bytes = line.bytes[line.place..<line.end]
    separator =
      [0x2C, 0x3B, 0x09].max { first, second in
        bytes.count { $0 == first } < bytes.count { $0 == second }
      } ?? 0x2C
    let table = FieldNames.meanings(builder.choices)
    var found: [FieldNames.Meaning?] = []
    var hasMore = true
    while hasMore {
      let cell: ByteCursor
      (cell, hasMore) = self.cell(&line)
      let range = cell.place..<cell.end
      let meaning = table[FieldNames.hash(cell.bytes, range)]
      names.append(cell.string(range))
      found.append(meaning)
      if let meaning {
        builder.assume(
          meaning.role.rawValue, .column(cell.string(range), as: meaning.role.rawValue))
      }
    }
    builder.log.lines.empty += 1
    meanings = found
  }

  /// Reads a cell, perhaps in quotes; tells whether another one follows.
  private func cell(_ line: inout ByteCursor) -> (ByteCursor, hasMore: Bool) {
    line.skipSpaces(but: separator)
    if line.skip(0x22) {
      let inner = line.text(until: 0x22) ?? line.place..<line.end
      if inner.upperBound == line.end { line.move(to: line.end) }
      return (ByteCursor(line.bytes, inner), line.text(until: separator) != nil)
    }
    let start = line.place
    if let cell = line.text(until: separator) { return (ByteCursor(line.bytes, cell), true) }
    line.move(to: line.end)
    return (ByteCursor(line.bytes, start..<line.end), false)
  }

  func finish(into builder: inout LogBuilder) throws(LogProblem) {
    guard let meanings else { return }
    let roles = Set(meanings.compactMap { $0?.role })
    guard roles.contains(.duration) || roles.isSuperset(of: [.start, .end]) else {
      throw .noHeading(missing: "duration", columns: names)
    }
  }
}

extension ByteCursor {
  /// Skips spaces, and tabs unless they separate columns.
  fileprivate mutating func skipSpaces(but separator: UInt8) {
    while next == 0x20 || next == 0x09 && separator != 0x09, !isAtEnd { advance() }
  }
}
