import RetryNumerics

/// The parts of a request, as columns or keys give them.
struct RequestParts {
  var stamp: Stamp?
  var start: Stamp?
  var end: Stamp?
  var duration: Nanoseconds?
  var ending: Ending?
  var error: Ending?
  var path: Int32?
  /// What tells two requests of a client apart.
  private var target: UInt64 = 0
  private var client: UInt64?
  private var key: UInt64?
  private var attempt: Int32?
  private var retryAfter: Nanoseconds?
  private var timedOut = false
  private var problem: LineProblem?

  /// Takes a text for what its column holds; an empty one or `-` says nothing.
  mutating func take(
    _ meaning: FieldNames.Meaning, _ text: ByteCursor, _ builder: inout LogBuilder
  ) {
    var text = text
    text.skipSpaces()
    let all = text.place..<text.end
    guard !all.isEmpty, !(all.count == 1 && text.next == 0x2D) else { return }
    switch meaning.role {
    case .time: stamp = time(&text)
    case .start: start = time(&text)
    case .end: end = time(&text)
    case .duration: takeDuration(&text, meaning.unit, &builder)
    case .status: takeStatus(&text)
    case .success: if Self.isFalse(text) { error = builder.ending(error: "failed") }
    case .error: if !Self.isFalse(text) { error = builder.ending(error: text, all) }
    case .path:
      path = builder.path(text, all)
      target = text.hash(all, after: target)
    case .method: target = text.hash(all, after: target)
    case .key: key = text.hash(all)
    case .client: client = text.hash(all)
    case .attempt: attempt = text.decimal().map { Int32(clamping: $0.whole(times: 0)) }
    case .retryAfter: retryAfter = text.decimal()?.span(in: .seconds)
    case .timedOut: timedOut = !Self.isFalse(text)
    }
  }

  private mutating func time(_ text: inout ByteCursor) -> Stamp? {
    let stamp = text.stamp()
    if stamp == nil { problem = .noTime }
    return stamp
  }

  private mutating func takeStatus(_ text: inout ByteCursor) {
    guard let number = text.decimal(), let ending = Ending(status: number.whole(times: 0)) else {
      problem = .noStatus
      return
    }
    self.ending = ending
  }

  private mutating func takeDuration(
    _ text: inout ByteCursor, _ unit: TimeUnit?, _ builder: inout LogBuilder
  ) {
    guard let number = text.decimal() else {
      problem = .noNumber
      return
    }
    text.skipSpaces()
    let written = TimeUnit(written: text)
    // Another word behind the number may mean anything.
    guard text.isAtEnd || written != nil else {
      problem = .noNumber
      return
    }
    let chosen = written ?? builder.choices.unit ?? unit ?? .milliseconds
    let origin: UnitOrigin =
      written == nil && builder.choices.unit != nil
      ? .given : written ?? unit != nil ? .name : .guess
    builder.assume("unit", .unit(chosen, of: "the duration", origin))
    duration = number.span(in: chosen)
  }

  /// Whether a word says no.
  private static func isFalse(_ text: ByteCursor) -> Bool {
    let word = text.string(text.place..<min(text.end, text.place + 6)).lowercased()
    return ["false", "0", "no", "null", "none"].contains(word)
  }

  /// Returns the request, or what is missing; `stampsAreEnds` tells what the time of a line means.
  func request(
    stampsAreEnds: Bool, _ builder: inout LogBuilder
  ) -> Result<Request, PartsProblem> {
    if let problem { return .failure(PartsProblem(problem: problem)) }
    var span = duration
    if span == nil, let start, let end { span = end.time - start.time }
    guard let span, span >= .zero else { return .failure(PartsProblem(problem: .noDuration)) }
    let known = builder.choices.stampsAreEnds ?? stampsAreEnds
    let begin =
      start?.time ?? end.map { $0.time - span } ?? stamp.map { known ? $0.time - span : $0.time }
    if let any = start ?? end ?? stamp { note(any, known && start == nil, &builder) }
    var request = Request(start: begin, span: .exact(span), ending: outcome)
    let isCut = builder.choices.limit.map { span >= $0 } ?? false
    if isCut { request.ending = .timeout }
    if request.ending == .timeout { request.span = .atLeast(span) }
    (request.path, request.attempt, request.retryAfter) = (path, attempt, retryAfter)
    request.key = key ?? client.map { ($0 ^ target) &* 0x9E37_79B9_7F4A_7C15 }
    if key != nil {
      builder.assume("key", .key("the key that each line has"))
    } else if client != nil {
      builder.assume("key", .key("the client, the method and the path"))
    }
    return .success(request)
  }

  private var outcome: Ending {
    if timedOut || error == .timeout { return .timeout }
    guard let ending, ending != .success else { return error ?? .success }
    return ending
  }

  private func note(_ stamp: Stamp, _ isEnd: Bool, _ builder: inout LogBuilder) {
    builder.assume(
      "zone",
      .zone(stamp.hasZone ? "in the zone that they name" : "in UTC, as they name no zone"))
    if isEnd { builder.assume("end", .stampsAreEnds) }
    builder.take(stamp, isEnd: isEnd || start == nil && end != nil)
    if ending != nil { builder.assume("statuses", .statuses) }
  }
}

extension TimeUnit {
  private static let words: [(StaticText, TimeUnit)] = [
    ("ns", .nanoseconds), ("us", .microseconds), ("µs", .microseconds), ("μs", .microseconds),
    ("ms", .milliseconds), ("s", .seconds), ("sec", .seconds), ("seconds", .seconds),
  ]

  /// Reads the unit that is left of a text.
  fileprivate init?(written text: ByteCursor) {
    let range = text.place..<text.end
    guard let word = Self.words.first(where: { text.has($0.0, at: range) }) else { return nil }
    self = word.1
  }
}

/// What is wrong with the parts of a request.
struct PartsProblem: Error {
  let problem: LineProblem
}
