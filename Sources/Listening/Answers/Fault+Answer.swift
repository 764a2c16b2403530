import Conformance
import HTTPServer
import RetryNumerics
import Simulation

/// How an error of a scenario is seen on the wire.
enum Manner: Hashable, Sendable {
  case status(Int)
  /// The connection is reset.
  case reset
  /// The connection ends without an answer.
  case empty
  /// The connection ends within the first line of the head.
  case headless
  /// The connection ends within the content.
  case truncated
  /// The connection is reset within the content.
  case torn
  /// The content comes byte by byte, and does not end.
  case dribbled
  /// The content stops, and the connection stays.
  case stalled
  /// One direction of the connection ends without an answer.
  case halfClosed
  /// The bytes are no answer of HTTP.
  case malformed

  /// The manners of the kinds of errors that are known; all others are a status of 500.
  static let ofKinds: [String: Manner] = [
    "reset": .reset, "network": .reset, "connection": .reset, "crashed": .reset,
    "closed": .empty, "eof": .empty, "offline": .empty, "headless": .headless,
    "truncated": .truncated, "torn": .torn, "dribbled": .dribbled, "malformed": .malformed,
    "stalled": .stalled, "halfClosed": .halfClosed,
    "timeout": .status(504),
    "expired": .status(504), "throttled": .status(429), "rateLimited": .status(429),
    "overloaded": .status(503), "unavailable": .status(503), "outage": .status(503),
  ]
}

extension Fault {
  var manner: Manner {
    if kind == "http", let code = payload?.integer, (200...599).contains(code) {
      return .status(code)
    }
    // What an error is about is seen, not what it is called further up.
    if let cause = payload?.fault { return cause.manner }
    return Manner.ofKinds[kind] ?? .status(500)
  }

  /// Returns what a server does to answer a request with the error.
  func steps(
    for request: Request, _ fields: [Request.Field], _ speed: Speed = .usual
  ) -> [AnswerStep] {
    let fields = fields + hint(speed) + [Request.Field("x-retrylab-error", description)]
    let long = Answer(
      200, fields: fields, content: String(repeating: ".", count: max(100, 2 * cut)))
    let whole = long.bytes(for: request)
    // The answer to a HEAD has no content.
    let content = whole.suffix(request.method == "HEAD" ? 0 : long.content.count)
    let head = Array(whole.dropLast(content.count))
    let part = head + content.prefix(cut)
    switch manner {
    case .status(let code):
      return [.send(Answer(code, fields: fields, content: "\(self)\n").bytes(for: request))]
    case .reset: return [.reset]
    case .empty, .halfClosed: return [.close]
    case .headless: return [.send(Array(head.prefix(Self.beginning))), .close]
    case .torn: return [.send(part), .wait(Self.pause), .reset]
    case .truncated: return [.send(part), .close]
    case .stalled: return [.send(part), .hang]
    case .malformed: return [.send(Self.noise), .close]
    case .dribbled:
      return [.send(head)]
        + content.dropLast().flatMap { [.wait(speed.clock(Self.second)), .send([$0])] } + [.hang]
    }
  }

  /// Returns what happens to a connection of clients that speak no HTTP; if the answer is lost, the other server has got
  /// what they said.
  func streamSteps(_ speed: Speed, isLost: Bool) -> [AnswerStep] {
    func cut(after count: Int, _ end: Passage.Cut.End) -> [AnswerStep] {
      [.connect(Passage(cut: Passage.Cut(after: count, end)))]
    }
    switch manner {
    case .status(504): return isLost ? cut(after: 0, .silence) : [.hang]
    case .status, .reset: return isLost ? cut(after: 0, .reset) : [.reset]
    case .empty: return isLost ? cut(after: 0, .close) : [.close]
    case .headless: return cut(after: Self.beginning, .close)
    case .truncated: return cut(after: self.cut, .close)
    case .torn: return cut(after: self.cut, .reset)
    case .stalled: return cut(after: self.cut, .silence)
    case .halfClosed: return cut(after: self.cut, .halfClose)
    case .dribbled: return [.connect(Passage(pace: speed.clock(Self.second)))]
    case .malformed: return [.send(Self.noise), .close]
    }
  }

  /// How many bytes arrive of an answer that does not arrive as a whole.
  private var cut: Int { Int(min(max(payload?.integer ?? 50, 0), 1_000_000)) }

  private static let noise = Array("this is no answer\r\n\r\n".utf8)

  /// How much of the first line is sent if the rest is not: clients take any later end for that of the head.
  private static let beginning = 10

  /// How long a part of a content is given to arrive before a reset throws it away.
  private static let pause = Nanoseconds(20_000_000)

  private static let second = Nanoseconds(1_000_000_000)

  /// The delay that it asks for on the clock, rounded up: whole seconds as HTTP has them, and the exact time besides.
  private func hint(_ speed: Speed) -> [Request.Field] {
    guard let asked = retryAfter else { return [] }
    let span = speed.clock(max(asked, .zero))
    let field = Request.Field("retry-after", "\(span.rounded(upTo: Self.second))")
    guard span.count % Self.second.count != 0 else { return [field] }
    let exact = span.rounded(upTo: Nanoseconds(1_000_000))
    return [field, Request.Field("retry-after-ms", "\(exact)")]
  }
}

extension Nanoseconds {
  /// The number of units that it takes, the last of them perhaps in part.
  fileprivate func rounded(upTo unit: Nanoseconds) -> Int64 {
    count / unit.count + (count % unit.count > 0 ? 1 : 0)
  }
}
