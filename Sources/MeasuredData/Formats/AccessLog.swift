import RetryNumerics

/// Lines as nginx and Apache write them, with the time that the request took.
struct AccessLog: LineFormat {
  /// The words in front of a number that is the time of the request, and of others that matter.
  private static let durations: [StaticText] = [
    "rt", "request_time", "rtime", "duration", "time",
  ]
  private static let hints: [StaticText] = ["ra", "retry_after"]
  private static let keys: [StaticText] = ["request_id", "rid", "idempotency_key"]

  /// The unit, once the first number has told it.
  private var unit: TimeUnit?

  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem? {
    let client = line.word()
    // Between the client and the time are the names of users, which may have spaces.
    guard line.text(until: 0x5B) != nil else { return .noRequest }
    guard let stamp = line.accessStamp() ?? line.stamp(), line.text(until: 0x5D) != nil else {
      return .noTime
    }
    line.skipSpaces()
    guard let request = line.jsonText() else { return .noRequest }
    line.skipSpaces()
    guard let status = line.decimal(), let ending = Ending(status: status.whole(times: 0)) else {
      return .noStatus
    }
    line.skipSpaces()
    _ = line.word()
    var rest = Rest()
    read(&rest, &line)
    guard let number = rest.duration else { return .noDuration }
    let unit = unit(of: number, &builder)
    let span = number.span(in: unit)
    guard span >= .zero else { return .noDuration }
    var found = Request(start: stamp.time - span, span: .exact(span), ending: ending)
    let isCut = builder.choices.limit.map { span >= $0 } ?? false
    if isCut { found.ending = .timeout }
    if found.ending == .timeout { found.span = .atLeast(span) }
    found.path = path(of: request, line).flatMap { builder.path(line, $0) }
    found.key = rest.key ?? line.hash(request, after: line.hash(client))
    found.retryAfter = rest.retryAfter?.span(in: .seconds)
    note(stamp, hasKey: rest.key != nil, &builder)
    builder.add(found)
    return nil
  }

  private struct Rest {
    var duration: Decimal?
    var retryAfter: Decimal?
    var key: UInt64?
  }

  /// Reads what comes after the size of the answer: texts in quotes, numbers, and words with numbers.
  private func read(_ rest: inout Rest, _ line: inout ByteCursor) {
    while !line.isAtEnd {
      line.skipSpaces()
      if line.next == 0x22 {
        // The referrer and the program, or a number in quotes.
        guard let text = line.jsonText() else { return }
        var inner = ByteCursor(line.bytes, text)
        if rest.duration == nil, let number = inner.decimal(), inner.isAtEnd {
          rest.duration = number
        }
        continue
      }
      var word = ByteCursor(line.bytes, line.word())
      guard !word.isAtEnd else { continue }
      if let number = word.decimal(), word.isAtEnd {
        if rest.duration == nil { rest.duration = number }
      } else if let name = word.text(until: 0x3D) {
        take(name, &word, &rest)
      }
    }
  }

  private func take(_ name: Range<Int>, _ word: inout ByteCursor, _ rest: inout Rest) {
    _ = word.skip(0x22)
    if word.isAny(Self.durations, at: name) {
      // A name is surer than a place.
      rest.duration = word.decimal() ?? rest.duration
    } else if word.isAny(Self.hints, at: name) {
      rest.retryAfter = word.decimal()
    } else if word.isAny(Self.keys, at: name), word.next != 0x2D {
      rest.key = word.hash(word.place..<word.end)
    }
  }

  private mutating func unit(of number: Decimal, _ builder: inout LogBuilder) -> TimeUnit {
    if let unit { return unit }
    let found = builder.choices.unit ?? (number.hasPoint ? .seconds : .microseconds)
    unit = found
    let origin: UnitOrigin = builder.choices.unit == nil ? .format : .given
    builder.assume("unit", .unit(found, of: "the request time", origin))
    return found
  }

  /// Returns where the path is in `GET /path HTTP/1.1`.
  private func path(of request: Range<Int>, _ line: ByteCursor) -> Range<Int>? {
    var words = ByteCursor(line.bytes, request)
    _ = words.word()
    words.skipSpaces()
    let path = words.word()
    return path.isEmpty ? nil : path
  }

  private func note(_ stamp: Stamp, hasKey: Bool, _ builder: inout LogBuilder) {
    builder.assume("end", .stampsAreEnds)
    builder.assume("statuses", .statuses)
    builder.assume(
      "zone",
      .zone(stamp.hasZone ? "in the zone that they name" : "in UTC, as they name no zone"))
    builder.take(stamp, isEnd: true)
    builder.assume(
      "key",
      .key(hasKey ? "the id that each line has" : "the client and the request line"))
  }
}
