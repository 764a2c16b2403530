import Conformance
import HTTPServer
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Listening

@Suite("Operations in front of another server")
struct OtherServerTests {
  final class Notes {
    var attempts: [ObservedAttempt] = []
  }

  /// A world of operations, with what it has noted of attempts.
  struct Seen {
    private let notes = Notes()
    var attempts: [ObservedAttempt] { notes.attempts }
    let world: ListeningWorld

    init(
      _ operations: [Operation], to destination: String = "http://a:1", speed: Speed = .usual
    ) throws {
      let notes = notes
      world = ListeningWorld(
        operations.map { ($0.name, .operation($0)) }, seed: 3, speed: speed,
        to: try Destination(destination)
      ) { notes.attempts.append($0) }
    }

    /// Asks at a time, and returns what is done once the scenario has decided.
    func steps(_ request: Request, at time: Nanoseconds = .zero) -> [AnswerStep] {
      let first = world.steps(for: request, on: 1, at: time)
      guard first == [.pause] else { return first }
      return world.continuations(at: time + ListeningWorldTests.millisecond).flatMap(\.steps)
    }

    func end(_ request: Request, _ reply: Reply?, _ end: Exchange.End = .answered) {
      world.note(
        Exchange(
          request: request, connection: 1, arrival: .zero, finish: Nanoseconds(9_000_000),
          end: end, lateness: .zero, reply: reply))
    }
  }

  static func operation(
    _ name: String = "fetch", _ faults: Fault? = nil, lost: Fault? = nil, silent: Double = 0
  ) throws -> Operation {
    try Operation(
      name, latency: .constant(.zero),
      faults: faults.map { .rates(try FaultRates(1, of: $0)) } ?? .none,
      lost: lost.map { try Losses(FaultRates(1, of: $0)) } ?? Losses(silent))
  }

  static func forwarding(_ steps: [AnswerStep]) -> Forwarding? {
    if case .forward(let forwarding)? = steps.first { forwarding } else { nil }
  }

  @Test("let a request go on that they let succeed, and keep one that fails")
  func successes() throws {
    let seen = try Seen([Self.operation(), Self.operation("pay", Fault("reset"))])
    let request = try CallFinderTests.request(path: "/fetch/1?x=2")
    let steps = seen.steps(request)
    let fields = [("x-retrylab-call", "0"), ("x-retrylab-attempt", "1")].map(Request.Field.init)
    #expect(steps == [.forward(Forwarding(request, target: "/fetch/1?x=2", adding: fields))])
    seen.end(request, .answered(status: 200, retryAfter: nil))
    let failing = try CallFinderTests.request(path: "/pay")
    #expect(seen.steps(failing, at: ListeningWorldTests.millisecond) == [.reset])
    seen.end(failing, nil)
    #expect(seen.attempts.map(\.isSuccess) == [true, false])
    #expect(seen.attempts.map(\.reply) == ["200", nil])
    #expect(seen.attempts.map(\.latency) == [Nanoseconds(9_000_000), .zero])
  }

  @Test("let the effect of a lost answer happen")
  func losses() throws {
    for (operation, last) in [
      (try Self.operation(lost: Fault("reset")), AnswerStep.reset),
      (try Self.operation(silent: 1), .hang),
    ] {
      let seen = try Seen([operation])
      let request = try CallFinderTests.request(path: "/any")
      let steps = seen.steps(request)
      #expect(Self.forwarding(steps) != nil && steps.dropFirst() == [last], "\(steps)")
      #expect(steps.first != .forward(Forwarding(request, target: "/any")))
      seen.end(request, .answered(status: 200, retryAfter: nil), last == .hang ? .left : .answered)
      #expect(seen.attempts.map(\.isSuccess) == [false])
      // The place of one that hangs is free again.
      #expect(seen.world.nextTime == nil)
    }
  }

  @Test("let all other requests go on as they are, without their session")
  func others() throws {
    let seen = try Seen([Self.operation(), Self.operation("pay")])
    for (path, target) in [
      ("/other?a", "/other?a"), ("/s/me/other", "/other"), ("/s/me/pay?a/b", "/pay?a/b"),
      ("/s/me?x", "/?x"),
    ] {
      let request = try CallFinderTests.request(path: path)
      let steps = seen.steps(request)
      let isKnown = path.contains("pay")
      #expect(isKnown == (steps != [.forward(Forwarding(request, target: target))]))
      if isKnown { #expect("\(steps)".contains("target: \"/pay?a/b\"")) }
      seen.end(request, .answered(status: 200, retryAfter: nil))
    }
    #expect(seen.world.unknown?.count == 3 && seen.attempts.count == 1)
  }

  @Test(
    "note what the other server has said as what the client has seen",
    arguments: [
      (Reply.answered(status: 204, retryAfter: nil), nil),
      (.answered(status: 304, retryAfter: nil), nil),
      (
        .answered(status: 429, retryAfter: "3"),
        Fault("http", .int(429), retryAfter: Nanoseconds(30_000_000_000))
      ),
      (.answered(status: 503, retryAfter: "Thu, 01 Jan 1970"), Fault("http", .int(503))),
      (.unreachable("no"), Fault("http", .int(502))), (.reset, Fault("reset")),
      (.closed, Fault("closed")),
    ] as [(Reply, Fault?)])
  func replies(reply: Reply, fault: Fault?) throws {
    let seen = try Seen([Self.operation()], speed: try #require(Speed(10)))
    let request = try CallFinderTests.request(path: "/fetch")
    _ = seen.steps(request)
    seen.end(request, reply)
    let outcome = try #require(seen.attempts.first?.outcome)
    guard case .failure(let other) = outcome else { return #expect(fault == nil) }
    #expect(other == fault && other.retryAfter == fault?.retryAfter)
  }

  static func cut(_ count: Int, _ end: Passage.Cut.End) -> [AnswerStep] {
    [.connect(Passage(cut: Passage.Cut(after: count, end)))]
  }

  @Test("fail connections as their errors say")
  func connections() throws {
    let table: [(kind: Fault, steps: [AnswerStep], lost: [AnswerStep])] = [
      (Fault("reset"), [.reset], Self.cut(0, .reset)),
      (Fault("http", .int(503)), [.reset], Self.cut(0, .reset)),
      (Fault("closed"), [.close], Self.cut(0, .close)),
      (Fault("timeout"), [.hang], Self.cut(0, .silence)),
      (Fault("truncated"), Self.cut(50, .close), Self.cut(50, .close)),
      (Fault("torn", .int(7)), Self.cut(7, .reset), Self.cut(7, .reset)),
      (Fault("stalled", .int(-7)), Self.cut(0, .silence), Self.cut(0, .silence)),
      (Fault("halfClosed", .int(2)), Self.cut(2, .halfClose), Self.cut(2, .halfClose)),
      (
        Fault("dribbled"), [.connect(Passage(pace: Nanoseconds(1_000_000_000)))],
        [.connect(Passage(pace: Nanoseconds(1_000_000_000)))]
      ),
    ]
    for (fault, steps, lost) in table {
      for (operation, expected) in [
        (try Self.operation("fetch", fault), steps), (try Self.operation(lost: fault), lost),
      ] {
        let seen = try Seen([operation], to: "tcp://a:1")
        #expect(seen.steps(.connection) == expected, "\(fault)")
      }
    }
    #expect(
      try Seen([Self.operation()], to: "tcp://a:1").steps(.connection) == [.connect(Passage())])
    let silent = try Seen([Self.operation(silent: 1)], to: "tcp://a:1")
    #expect(silent.steps(.connection) == Self.cut(0, .silence))
  }

  @Test("count a connection as a retry of the one before, if that has failed")
  func retries() throws {
    let seen = try Seen([Self.operation()], to: "tcp://a:1")
    for reply in [Reply.reset, .unreachable("no"), .ended, .ended] {
      _ = seen.steps(.connection)
      seen.end(.connection, reply)
    }
    #expect(seen.attempts.map(\.call) == [0, 0, 0, 1])
    #expect(seen.attempts.map(\.number) == [1, 2, 3, 1])
    #expect(seen.attempts.map(\.sign) == Array(repeating: "connection", count: 4))
    #expect(seen.attempts.map(\.isSuccess) == [false, false, true, true])
  }

  @Test("stop a content after as many bytes as an error names")
  func contents() throws {
    let request = try CallFinderTests.request()
    for (kind, end) in [("truncated", AnswerStep.close), ("stalled", .hang)] {
      for count in [0, 3, 50, 5000] {
        let steps = Fault(kind, .int(Int64(count))).steps(for: request, [])
        guard case .send(let bytes)? = steps.first else { continue }
        let content = String(decoding: bytes, as: UTF8.self).content(behind: "\r\n\r\n")
        #expect(content == String(repeating: ".", count: count) && steps.dropFirst() == [end])
      }
    }
  }
}

extension String {
  /// What follows the first occurrence of a text.
  fileprivate func content(behind text: String) -> String {
    firstRange(of: text).map { String(self[$0.upperBound...]) } ?? ""
  }
}
