/// An object of JSON in each line.
struct JSONLines: LineFormat {
  /// How deeply the keys of a request may be nested.
  private static let deepest = 4

  private let meanings: [UInt64: FieldNames.Meaning]

  init(_ choices: ReadingChoices) {
    meanings = FieldNames.meanings(choices)
  }

  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem? {
    var parts = RequestParts()
    guard read(&line, &parts, &builder, depth: 0) else { return .noJSON }
    switch parts.request(stampsAreEnds: true, &builder) {
    case .success(let request): builder.add(request)
    case .failure(let error): return error.problem
    }
    return nil
  }

  private func read(
    _ line: inout ByteCursor, _ parts: inout RequestParts, _ builder: inout LogBuilder, depth: Int
  ) -> Bool {
    line.jsonObject { line, key in
      if line.next == 0x7B, depth < Self.deepest {
        return read(&line, &parts, &builder, depth: depth + 1)
      }
      guard let meaning = meanings[FieldNames.hash(line.bytes, key)] else {
        return line.skipValue()
      }
      guard let value = line.jsonScalar() else { return line.skipValue() }
      switch value {
      case .text(let range), .number(let range), .bool(let range):
        parts.take(meaning, line.decoded(range), &builder)
        note(meaning, line, key, &builder)
      case .null: break
      }
      return true
    }
  }

  private func note(
    _ meaning: FieldNames.Meaning, _ line: ByteCursor, _ key: Range<Int>,
    _ builder: inout LogBuilder
  ) {
    builder.assume(
      meaning.role.rawValue, .column(line.string(key), as: meaning.role.rawValue))
  }
}
