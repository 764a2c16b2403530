import Conformance
import HTTPServer
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Listening

@Suite("The operations behind a server")
struct ListeningWorldTests {
  static let millisecond = Nanoseconds(1_000_000)

  static func flaky(_ fault: Fault = Fault("reset"), share: Double = 0.4) throws -> Source {
    .operation(
      try Operation(
        "fetch", latency: .exponential(mean: Nanoseconds(5_000_000)),
        faults: .rates(FaultRates(share, of: fault))))
  }

  /// The whole answer to a request.
  static func exchange(
    _ request: Request, on connection: UInt64 = 1, at time: Nanoseconds = .zero,
    end: Exchange.End = .answered
  ) -> Exchange {
    Exchange(
      request: request, connection: connection, arrival: time, finish: time, end: end,
      lateness: .zero)
  }

  @Test("meet in each attempt of a call what its retries meet in the simulation")
  func calls() throws {
    let source = try Self.flaky()
    let retried = Machine(try source.retry(attempts: 5), seed: 9)
    let world = ListeningWorld([("fetch", source)], seed: 9)
    var (lost, time) = (0, Nanoseconds.zero)
    for call in 0..<300 {
      let request = try CallFinderTests.request("Idempotency-Key: \(call)\r\n", path: "/fetch")
      let start = time
      var ends: [Bool] = []
      while ends.count < 5, ends.last != true {
        #expect(world.steps(for: request, on: 1, at: time) == [.pause])
        time = try #require(world.nextTime)
        let answer = try #require(world.continuations(at: time).first)
        #expect(answer.connection == 1 && answer.time == time)
        ends.append(answer.steps != [.reset])
        world.note(Self.exchange(request, at: time))
      }
      let simulated = retried.run(call: UInt64(call))
      #expect(time - start == simulated.duration)
      if case .success = simulated.outcome {
        #expect(ends.last == true)
      } else {
        #expect(ends == Array(repeating: false, count: 5))
        lost += 1
      }
    }
    #expect(lost > 0)
  }

  @Test("run as much faster as they are told, with the same draws", arguments: [0.5, 10, 1000])
  func speed(factor: Double) throws {
    let (source, speed) = (try Self.flaky(), try #require(Speed(factor)))
    let (usual, fast) = (
      ListeningWorld([("fetch", source)], seed: 9),
      ListeningWorld([("fetch", source)], seed: 9, speed: speed)
    )
    for call in 0..<50 {
      let request = try CallFinderTests.request("Idempotency-Key: \(call)\r\n", path: "/fetch")
      let start = Nanoseconds(Int64(call) * 10_000_000_000)
      _ = usual.steps(for: request, on: 1, at: start)
      _ = fast.steps(for: request, on: 1, at: speed.clock(start))
      let (end, early) = (try #require(usual.nextTime), try #require(fast.nextTime))
      #expect(early == speed.clock(end))
      #expect(fast.continuations(at: early - Nanoseconds(2)).isEmpty)
      let answer = try #require(fast.continuations(at: early).first)
      #expect(answer.steps == usual.continuations(at: end).first?.steps && answer.time == early)
      for world in [usual, fast] { world.note(Self.exchange(request, at: end)) }
    }
  }

  /// A world with one server, whose requests each take 10 ms.
  static func queue(slots: Int = 1, queue: Int = 2) throws -> ListeningWorld {
    let server = try Simulation.Server(
      "db", slots: slots, service: .constant(Nanoseconds(10_000_000)), queue: queue,
      abandoned: .dropped)
    return ListeningWorld(
      [
        (
          "fetch",
          .operation(try Operation("fetch", latency: .constant(.zero), on: .server(server)))
        )
      ],
      seed: 1)
  }

  @Test("share the queue of a server, which who leaves does not keep waiting")
  func queues() throws {
    let world = try Self.queue()
    func ask(_ connection: UInt64, _ time: Int64) throws {
      let request = try CallFinderTests.request("Idempotency-Key: \(connection)\r\n")
      #expect(world.steps(for: request, on: connection, at: Nanoseconds(time)) == [.pause])
    }
    for connection in UInt64(1)...4 { try ask(connection, 0) }
    let refused = world.continuations(at: .zero)
    #expect(refused.map(\.connection) == [4])
    // The second leaves, so the third is served in its place.
    let second = try CallFinderTests.request("Idempotency-Key: 2\r\n")
    world.note(Self.exchange(second, on: 2, at: Nanoseconds(5_000_000), end: .left))
    let answers = world.continuations(at: Nanoseconds(100_000_000))
    #expect(answers.map(\.connection) == [1, 3])
    #expect(answers.map(\.time.count) == [10_000_000, 20_000_000])
  }

  @Test("let attempts of one call run beside each other, with draws of their own")
  func hedges() throws {
    let source = try Self.flaky(share: 0.5)
    let (alone, beside) = (
      ListeningWorld([("fetch", source)], seed: 5), ListeningWorld([("fetch", source)], seed: 5)
    )
    let request = try CallFinderTests.request("Idempotency-Key: 1\r\n")
    var (first, spans) = ([AnswerStep](), [Nanoseconds]())
    var time = Nanoseconds.zero
    for connection in UInt64(1)...3 {
      _ = alone.steps(for: request, on: connection, at: time)
      let end = try #require(alone.nextTime)
      spans.append(end - time)
      first += alone.continuations(at: end).flatMap(\.steps)
      time = end
    }
    for connection in UInt64(1)...3 { _ = beside.steps(for: request, on: connection, at: .zero) }
    let answers = beside.continuations(at: Nanoseconds(1_000_000_000))
    #expect(answers.sorted { $0.connection < $1.connection }.map(\.time) == spans)
    #expect(answers.sorted { $0.connection < $1.connection }.flatMap(\.steps) == first)
  }

  @Test(
    "show errors as a client sees them",
    arguments: [
      (Fault("http", .int(503)), "HTTP/1.1 503 "), (Fault("timeout"), "HTTP/1.1 504 "),
      (Fault("throttled"), "HTTP/1.1 429 "), (Fault("strange"), "HTTP/1.1 500 "),
      (Fault("network", .fault(Fault("overloaded"))), "HTTP/1.1 503 "),
      (Fault("truncated"), "HTTP/1.1 200 "), (Fault("malformed"), "this is no answer"),
    ])
  func bytes(fault: Fault, start: String) throws {
    let steps = fault.steps(for: try CallFinderTests.request(), [])
    guard case .send(let bytes)? = steps.first else { return #expect(Bool(false), "\(steps)") }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(start))
  }

  @Test("leave half of an answer out, also of one without a content", arguments: ["GET", "HEAD"])
  func halves(method: String) throws {
    var reader = RequestReader()
    reader.add("\(method) /a HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    guard case .request(let request) = try #require(try reader.next()) else { return }
    for kind in ["truncated", "dribbled"] {
      guard case .send(let bytes)? = Fault(kind).steps(for: request, []).first else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(
        text.hasPrefix("HTTP/1.1 200 OK\r\n") && !text.hasSuffix(String(repeating: ".", count: 100))
      )
    }
  }

  @Test("ask for whole seconds, and for the exact time besides")
  func hints() throws {
    func fields(_ span: Int64, speed: Double = 1) throws -> String {
      let speed = try #require(Speed(speed))
      let fault = Fault("http", .int(429), retryAfter: Nanoseconds(span))
      guard
        case .send(let bytes)? = fault.steps(
          for: try CallFinderTests.request(), [], speed
        ).first
      else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try fields(2_000_000_000).contains("retry-after: 2\r\n"))
    #expect(try !fields(2_000_000_000).contains("retry-after-ms"))
    #expect(try fields(1_200_000_000).contains("retry-after: 2\r\nretry-after-ms: 1200\r\n"))
    #expect(try fields(0).contains("retry-after: 0\r\n"))
    #expect(try fields(1_200_000_001).contains("retry-after-ms: 1201\r\n"))
    #expect(
      try fields(2_000_000_000, speed: 10).contains("retry-after: 1\r\nretry-after-ms: 200\r\n"))
    #expect(try fields(2_000_000_000, speed: 0.5).contains("retry-after: 4\r\n"))
  }

  @Test("are found by the path; a wrong one is told the right ones")
  func paths() throws {
    let source = try Self.flaky(share: 0)
    let world = ListeningWorld([("fetch", source), ("pay", source)], seed: 1)
    let found = world.steps(for: try CallFinderTests.request(path: "/pay/7?x=1"), on: 0, at: .zero)
    #expect(found == [.pause])
    let lost = world.steps(for: try CallFinderTests.request(path: "/other"), on: 0, at: .zero)
    guard case .send(let bytes)? = lost.first else { return #expect(Bool(false)) }
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("there are /fetch /pay\n"))
  }
}
