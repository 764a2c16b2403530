import RetryNumerics

/// Spans as OpenTelemetry exports them in JSON: one document, or one in each line.
struct SpanDocument {
  /// The kinds of spans that are requests, the best first.
  private enum Kind: Int, CaseIterable {
    case client, server, other
  }

  private struct Span {
    var trace: UInt64 = 0
    var name: Range<Int>?
    var kind = Kind.other
    var (start, end): (Nanoseconds?, Nanoseconds?)
    var isError = false
    var status: Ending?
    var errorType: Range<Int>?
    var resent: Int32?
  }

  private var found: [Kind: [Request]] = [:]
  private var spans = 0

  /// Reads all documents in the bytes.
  mutating func read(_ bytes: [UInt8], into builder: inout LogBuilder) {
    var cursor = ByteCursor(bytes)
    cursor.skipWhitespace()
    while !cursor.isAtEnd {
      if !readDocument(&cursor, &builder) {
        builder.log.lines.addBad(.noJSON)
        // After a broken document, the next line may hold a good one.
        guard cursor.text(until: 0x0A) != nil else { break }
      }
      cursor.skipWhitespace()
    }
    choose(&builder)
  }

  private mutating func readDocument(
    _ cursor: inout ByteCursor, _ builder: inout LogBuilder
  ) -> Bool {
    cursor.jsonObject { cursor, key in
      guard cursor.string(key) == "resourceSpans", cursor.next == 0x5B else {
        return cursor.skipValue()
      }
      return cursor.jsonList { readScopes(&$0, &builder) }
    }
  }

  private mutating func readScopes(
    _ cursor: inout ByteCursor, _ builder: inout LogBuilder
  ) -> Bool {
    cursor.jsonObject { cursor, key in
      let isList = ["scopeSpans", "instrumentationLibrarySpans"].contains(cursor.string(key))
      guard isList, cursor.next == 0x5B else { return cursor.skipValue() }
      return cursor.jsonList { cursor in
        cursor.jsonObject { cursor, key in
          guard cursor.string(key) == "spans", cursor.next == 0x5B else {
            return cursor.skipValue()
          }
          return cursor.jsonList { readSpan(&$0, &builder) }
        }
      }
    }
  }

  private mutating func readSpan(
    _ cursor: inout ByteCursor, _ builder: inout LogBuilder
  ) -> Bool {
    var span = Span()
    let isRead = cursor.jsonObject { cursor, key in Self.read(&cursor, key, &span) }
    guard isRead else { return false }
    builder.log.lines.all += 1
    guard let start = span.start, let end = span.end else {
      builder.log.lines.addBad(.noSpan)
      return true
    }
    guard end >= start else {
      builder.log.lines.addBad(.endsEarly)
      return true
    }
    var ending = span.status ?? .success
    if ending == .success, span.isError {
      ending =
        span.errorType.map { builder.ending(error: cursor.decoded($0)) }
        ?? builder.ending(error: "error")
    }
    let length = end - start
    var request = Request(start: start, span: .exact(length), ending: ending)
    let isCut = builder.choices.limit.map { length >= $0 } ?? false
    if isCut { request.ending = .timeout }
    if request.ending == .timeout { request.span = .atLeast(length) }
    request.path = span.name.flatMap { builder.path(cursor.decoded($0)) }
    request.key = cursor.hash(span.name ?? 0..<0, after: span.trace)
    request.attempt = span.resent.map { Int32(clamping: Int64($0) + 1) }
    found[span.kind, default: []].append(request)
    return true
  }

  private static func read(
    _ cursor: inout ByteCursor, _ key: Range<Int>, _ span: inout Span
  ) -> Bool {
    let name = cursor.string(key)
    if name == "attributes", cursor.next == 0x5B {
      return cursor.jsonList { readAttribute(&$0, &span) }
    }
    if name == "status", cursor.next == 0x7B {
      return cursor.jsonObject { cursor, key in
        let isCode = cursor.string(key) == "code"
        guard let value = cursor.jsonScalar() else { return cursor.skipValue() }
        if isCode { span.isError = isError(value, cursor) }
        return true
      }
    }
    guard let value = cursor.jsonScalar() else { return cursor.skipValue() }
    switch (name, value) {
    case ("traceId", .text(let range)): span.trace = cursor.hash(range)
    case ("name", .text(let range)): span.name = range
    case ("kind", _): span.kind = kind(value, cursor)
    case ("startTimeUnixNano", _):
      span.start = cursor.decimal(of: value).map { Nanoseconds($0.whole(times: 0)) }
    case ("endTimeUnixNano", _):
      span.end = cursor.decimal(of: value).map { Nanoseconds($0.whole(times: 0)) }
    default: break
    }
    return true
  }

  private static func isError(_ value: JSONScalar, _ cursor: ByteCursor) -> Bool {
    if case .text(let range) = value { return cursor.string(range) == "STATUS_CODE_ERROR" }
    return cursor.decimal(of: value)?.whole(times: 0) == 2
  }

  private static func kind(_ value: JSONScalar, _ cursor: ByteCursor) -> Kind {
    if case .text(let range) = value {
      let name = cursor.string(range)
      return name.hasSuffix("CLIENT") ? .client : name.hasSuffix("SERVER") ? .server : .other
    }
    let number = cursor.decimal(of: value)?.whole(times: 0)
    return number == 3 ? .client : number == 2 ? .server : .other
  }

  /// Reads `{"key": …, "value": {"intValue": …}}`.
  private static func readAttribute(_ cursor: inout ByteCursor, _ span: inout Span) -> Bool {
    var (name, scalar): (String, JSONScalar?) = ("", nil)
    let isRead = cursor.jsonObject { cursor, key in
      if cursor.next == 0x7B, cursor.string(key) == "value" {
        return cursor.jsonObject { cursor, _ in
          guard let value = cursor.jsonScalar() else { return cursor.skipValue() }
          scalar = value
          return true
        }
      }
      guard let value = cursor.jsonScalar() else { return cursor.skipValue() }
      if case .text(let range) = value { name = cursor.string(range) }
      return true
    }
    guard isRead, let scalar else { return isRead }
    switch name {
    case "http.response.status_code", "http.status_code":
      span.status = cursor.decimal(of: scalar).flatMap { Ending(status: $0.whole(times: 0)) }
    case "http.request.resend_count", "http.resend_count":
      span.resent = cursor.decimal(of: scalar).map { Int32(clamping: $0.whole(times: 0)) }
    case "error.type", "exception.type":
      if case .text(let range) = scalar { span.errorType = range }
    default: break
    }
    return true
  }

  /// Keeps the spans of the kind that is nearest to the caller.
  private func choose(_ builder: inout LogBuilder) {
    guard let kind = Kind.allCases.first(where: { found[$0] != nil }) else { return }
    let others = found.filter { $0.key != kind }.reduce(0) { $0 + $1.value.count }
    for request in found[kind] ?? [] { builder.add(request) }
    builder.log.lines.empty += others
    let name = kind == .client ? "client" : kind == .server ? "server" : "any"
    builder.assume("unit", .unit(.nanoseconds, of: "a span", .format))
    builder.assume("statuses", .statuses)
    builder.assume("key", .key("the trace and the name"))
    builder.assume(
      "kind",
      .note("spans of kind \(name) count\(others > 0 ? ", and \(others) others do not" : "")"))
    builder.assume("sampling", .note("spans that were not sampled are missing, whoever they are"))
  }
}
