import RetryNumerics

/// A log while its lines are read.
struct LogBuilder {
  /// The requests that are kept; a few hundred megabytes hold them.
  private static let mostRequests = 1 << 22
  /// The paths that are told apart, and the names of errors.
  private static let (mostPaths, mostErrors) = (1000, 100)
  /// The longest text of a path that is kept.
  private static let longestName = 200

  let choices: ReadingChoices
  var log: RequestLog
  private var pathNumbers: [UInt64: Int32] = [:]
  private var errorNumbers: [UInt64: Int16] = [:]
  private var said: Set<String> = []
  /// Whether a time had a part of a second.
  private var hasFractions = false
  /// Whether the times of lines are those of the end.
  private var hasEnds = false

  init(_ format: LogFormat, _ choices: ReadingChoices) {
    self.choices = choices
    log = RequestLog(format: format)
  }

  /// What is longer is in another unit or broken, and no simulation can wait for it.
  private static let longestSpan = Nanoseconds(366 * 86_400_000_000_000)

  mutating func add(_ request: Request) {
    guard request.span.low <= Self.longestSpan else { return log.lines.addBad(.endless) }
    var request = request
    if let hint = request.retryAfter, !(.zero...Self.longestSpan).contains(hint) {
      request.retryAfter = nil
    }
    guard log.requests.count < Self.mostRequests else {
      log.lines.surplus += 1
      return
    }
    log.requests.append(request)
  }

  mutating func add(_ span: MeasuredSpan, _ ending: Ending = .success, count: UInt64) {
    guard span.low <= Self.longestSpan else { return log.lines.addBad(.endless) }
    if count > 0 { log.counted.append(CountedSpan(span, ending, count: count)) }
  }

  /// Notes what was taken for granted, once; the name tells whether it is the same.
  mutating func assume(_ name: String, _ assumption: @autoclosure () -> Assumption) {
    guard !said.contains(name) else { return }
    said.insert(name)
    log.assumptions.append(assumption())
  }

  /// Notes what the time of a line is like.
  mutating func take(_ stamp: Stamp, isEnd: Bool) {
    if stamp.hasFraction { hasFractions = true }
    if isEnd { hasEnds = true }
  }

  /// Spreads the lines of a second over it in their order, if times have no fractions.
  mutating func spreadSeconds() {
    guard !hasFractions, log.requests.contains(where: { $0.start != nil }) else { return }
    assume("whole", .wholeSeconds)
    let stamp = { [hasEnds] (request: Request) -> Nanoseconds? in
      request.start.map { hasEnds ? $0 + request.span.low : $0 }
    }
    var start = 0
    while start < log.requests.count {
      let second = stamp(log.requests[start])
      var end = start + 1
      while end < log.requests.count, stamp(log.requests[end]) == second { end += 1 }
      for index in start..<end {
        let part = Int64(1_000_000_000) / Int64(end - start) * Int64(index - start)
        log.requests[index].start = log.requests[index].start.map { $0 + Nanoseconds(part) }
      }
      start = end
    }
  }

  /// Returns the number of a path; `nil` beyond those that are told apart.
  mutating func path(_ cursor: ByteCursor, _ range: Range<Int>) -> Int32? {
    // What follows a question mark tells requests apart, not endpoints.
    let end = cursor.bytes[range].firstIndex(of: 0x3F) ?? range.upperBound
    let hash = cursor.hash(range.lowerBound..<end)
    if let number = pathNumbers[hash] { return number }
    guard log.paths.count < Self.mostPaths else { return nil }
    let number = Int32(log.paths.count)
    let last = min(end, range.lowerBound + Self.longestName)
    log.paths.append(cursor.string(range.lowerBound..<last))
    pathNumbers[hash] = number
    return number
  }

  mutating func path(_ text: ByteCursor) -> Int32? { path(text, text.place..<text.end) }

  /// Returns how a request ended with an error of a name.
  mutating func ending(error cursor: ByteCursor, _ range: Range<Int>) -> Ending {
    let name = cursor.string(range.lowerBound..<min(range.upperBound, range.lowerBound + 60))
    return ending(error: name)
  }

  mutating func ending(error text: ByteCursor) -> Ending {
    ending(error: text, text.place..<text.end)
  }

  mutating func ending(error name: String) -> Ending {
    let low = name.lowercased()
    if ["timeout", "timed out", "deadline"].contains(where: low.contains) { return .timeout }
    if ["refused", "unreachable", "no route", "dns"].contains(where: low.contains) {
      return .noConnection
    }
    let bytes = Array(name.utf8)
    let hash = FieldNames.hash(bytes, bytes.indices)
    if let number = errorNumbers[hash] { return .named(number) }
    guard log.errors.count < Self.mostErrors else { return .named(Int16(Self.mostErrors - 1)) }
    let number = Int16(log.errors.count)
    log.errors.append(name)
    errorNumbers[hash] = number
    return .named(number)
  }
}

/// A format whose lines are read one by one.
protocol LineFormat {
  /// Reads a line; returns what is wrong with it.
  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem?
  /// Does what is left when there are no more lines.
  mutating func finish(into builder: inout LogBuilder) throws(LogProblem)
}

extension LineFormat {
  mutating func finish(into builder: inout LogBuilder) throws(LogProblem) {}
}
