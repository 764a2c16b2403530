import RetryNumerics

/// Reads a log from its bytes, as many at a time as the caller likes.
///
///     var reader = LogReader()
///     reader.add(bytes)
///     let log = try reader.finish()
package struct LogReader {
  /// The longest line, and the longest document that has to be read as a whole.
  private static let (longestLine, longestDocument) = (1 << 20, 1 << 28)
  /// How many bytes tell the format.
  private static let headLength = 4096

  private enum Mode {
    /// The format is not known yet.
    case head
    case lines(any LineFormat)
    /// All bytes are needed at once.
    case document
    case refused(LogProblem)
  }

  private let choices: ReadingChoices
  private var builder: LogBuilder
  private var mode = Mode.head
  /// What has no end yet.
  private var rest: [UInt8] = []
  /// Whether the line goes on that was found to be too long.
  private var isSkipping = false

  package init(_ choices: ReadingChoices = ReadingChoices()) {
    self.choices = choices
    builder = LogBuilder(.columns, choices)
  }

  /// Reads a whole text.
  package static func read(
    _ bytes: [UInt8], _ choices: ReadingChoices = ReadingChoices()
  ) throws(LogProblem) -> RequestLog {
    var reader = LogReader(choices)
    reader.add(bytes)
    return try reader.finish()
  }

  package mutating func add(_ bytes: [UInt8]) {
    switch mode {
    case .head:
      rest += bytes
      if rest.count >= Self.headLength { begin() }
    case .lines: addLines(bytes)
    case .document:
      rest += bytes
      if rest.count > Self.longestDocument {
        mode = .refused(.tooLarge(bytes: Self.longestDocument))
        rest = []
      }
    case .refused: break
    }
  }

  /// Decides the format by the first bytes, and reads them.
  private mutating func begin() {
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    guard let format = choices.format ?? LogFormat(head: rest.prefix(Self.headLength)) else {
      mode = .refused(.unknownFormat)
      rest = []
      return
    }
    builder = LogBuilder(format, choices)
    let head = rest
    switch format {
    case .accessLog: mode = .lines(AccessLog())
    case .jsonLines: mode = .lines(JSONLines(choices))
    case .columns: mode = .lines(Columns())
    case .k6: mode = .lines(LoadTestLines())
    case .prometheus: mode = .lines(PrometheusText())
    case .percentiles: mode = .lines(PercentileTable())
    case .spans:
      mode = .document
      return
    case .histogramLog: mode = .lines(HistogramLog())
    }
    rest = []
    addLines(head)
  }

  private mutating func addLines(_ bytes: [UInt8]) {
    guard case .lines(let format) = mode else { return }
    var reading = format
    // While a format is read with, nothing else may hold it, or it would be copied.
    mode = .head
    let all = rest.isEmpty ? bytes : rest + bytes
    rest = []
    var start = 0
    while let end = all[start...].firstIndex(of: 0x0A) {
      addLine(all, start..<end, &reading)
      start = end + 1
    }
    if start < all.count {
      if isSkipping || all.count - start > Self.longestLine {
        isSkipping = true
      } else {
        rest = Array(all[start...])
      }
    }
    mode = .lines(reading)
  }

  private mutating func addLine(
    _ bytes: [UInt8], _ range: Range<Int>, _ format: inout any LineFormat
  ) {
    builder.log.lines.all += 1
    guard !isSkipping, range.count <= Self.longestLine else {
      isSkipping = false
      return builder.log.lines.addBad(.tooLong)
    }
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
    var line = ByteCursor(bytes, range.lowerBound..<end)
    line.skipSpaces()
    guard !line.isAtEnd else {
      builder.log.lines.empty += 1
      return
    }
    if let problem = format.read(&line, into: &builder) { builder.log.lines.addBad(problem) }
  }

  /// Reads what is left, and returns the log.
  package mutating func finish() throws(LogProblem) -> RequestLog {
    if case .head = mode { begin() }
    switch mode {
    case .head: break
    case .refused(let problem): throw problem
    case .document:
      var document = SpanDocument()
      document.read(rest, into: &builder)
    case .lines(var format):
      if !rest.isEmpty || isSkipping { addLine(rest, rest.indices, &format) }
      try format.finish(into: &builder)
      builder.spreadSeconds()
    }
    rest = []
    guard !builder.log.requests.isEmpty || !builder.log.counted.isEmpty else {
      throw .noRequests(builder.log.lines)
    }
    return builder.log
  }
}
