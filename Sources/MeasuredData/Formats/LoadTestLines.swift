import RetryNumerics

/// The points that k6 writes, of which those with the duration of a request count.
struct LoadTestLines: LineFormat {
  private static let point: StaticText = "Point"
  private static let metric: StaticText = "http_req_duration"
  /// The codes of k6 for a request that ran into its limit.
  private static let timeouts: Set<Int64> = [1050, 1051, 1211]

  /// What a line says.
  private struct Point {
    var isPoint = false
    var isDuration = false
    var stamp: Stamp?
    var value: Decimal?
    var ending: Ending?
    var errorCode: Int64?
    var path: Range<Int>?
    var method: Range<Int>?
    var hasBadStatus = false
  }

  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem? {
    var point = Point()
    guard read(&line, &point) else { return .noJSON }
    guard point.isPoint, point.isDuration else {
      builder.log.lines.empty += 1
      return nil
    }
    guard let stamp = point.stamp else { return .noTime }
    guard let value = point.value, value.digits >= 0 else { return .noDuration }
    guard !point.hasBadStatus else { return .noStatus }
    let span = value.span(in: .milliseconds)
    var ending = point.ending ?? .success
    if let code = point.errorCode, Self.timeouts.contains(code) { ending = .timeout }
    let isCut = builder.choices.limit.map { span >= $0 } ?? false
    if isCut { ending = .timeout }
    var request = Request(
      start: stamp.time - span, span: ending == .timeout ? .atLeast(span) : .exact(span),
      ending: ending)
    request.path = point.path.flatMap { builder.path(line.decoded($0)) }
    builder.assume("unit", .unit(.milliseconds, of: "http_req_duration", .format))
    builder.assume("end", .stampsAreEnds)
    builder.take(stamp, isEnd: true)
    builder.assume("statuses", .statuses)
    builder.add(request)
    return nil
  }

  private func read(_ line: inout ByteCursor, _ point: inout Point) -> Bool {
    line.jsonObject { line, key in
      switch line.string(key) {
      case "type":
        guard case .text(let text)? = line.jsonScalar() else { return false }
        point.isPoint = line.has(Self.point, at: text)
        return true
      case "metric":
        guard case .text(let text)? = line.jsonScalar() else { return false }
        point.isDuration = line.has(Self.metric, at: text)
        return true
      case "data" where point.isDuration || !point.isPoint: return readData(&line, &point)
      default: return line.skipValue()
      }
    }
  }

  private func readData(_ line: inout ByteCursor, _ point: inout Point) -> Bool {
    line.jsonObject { line, key in
      switch line.string(key) {
      case "time":
        guard case .text(let text)? = line.jsonScalar() else { return false }
        var inner = ByteCursor(line.bytes, text)
        point.stamp = inner.stamp()
        return true
      case "value":
        guard let value = line.jsonScalar() else { return false }
        point.value = line.decimal(of: value)
        return true
      case "tags" where line.next == 0x7B: return readTags(&line, &point)
      default: return line.skipValue()
      }
    }
  }

  private func readTags(_ line: inout ByteCursor, _ point: inout Point) -> Bool {
    line.jsonObject { line, key in
      guard let value = line.jsonScalar() else { return line.skipValue() }
      switch line.string(key) {
      case "status":
        point.ending = line.decimal(of: value).flatMap { Ending(status: $0.whole(times: 0)) }
        point.hasBadStatus = point.ending == nil
      case "error_code": point.errorCode = line.decimal(of: value)?.whole(times: 0)
      case "name": if case .text(let text) = value { point.path = text }
      default: break
      }
      return true
    }
  }
}
