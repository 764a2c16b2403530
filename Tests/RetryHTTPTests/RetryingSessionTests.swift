import Foundation
import Retry
import RetryHTTP
import Synchronization
import Testing
import VirtualTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A retrying session")
struct RetryingSessionTests {
  @Test(
    "retries what may go away, and returns the reply of the attempt that helped",
    arguments: [
      .status(503), .status(429), .status(408), .status(425), .status(500), .status(502),
      .status(504), .error(.timedOut), .error(.networkConnectionLost),
      .error(.cannotConnectToHost),
    ] as [ScriptedServer.Answer])
  func transient(answer: ScriptedServer.Answer) throws {
    let server = ScriptedServer(answer, answer, .status(200))
    #expect(try server.send() == "200 3")
    #expect(server.times == [.zero, .seconds(1), .seconds(2)])
  }

  @Test(
    "returns what another attempt cannot change as a session does",
    arguments: [200, 204, 301, 400, 401, 404, 409, 501, 505])
  func lasting(status: Int) throws {
    let server = ScriptedServer(.status(status))
    #expect(try server.send() == "\(status) 1")
    #expect(server.count == 1)
  }

  @Test("throws an error that another attempt cannot change")
  func lastingError() {
    let server = ScriptedServer(.error(.serverCertificateUntrusted))
    #expect(throws: URLError(.serverCertificateUntrusted)) { try server.send() }
    #expect(server.count == 1)
  }

  @Test("ends with the last reply, or the last error, when the attempts are used up")
  func exhausted() throws {
    let busy = ScriptedServer(.status(503))
    #expect(try busy.send() == "503 3")
    let lost = ScriptedServer(.error(.networkConnectionLost))
    #expect(throws: URLError(.networkConnectionLost)) { try lost.send() }
    #expect(lost.count == 3)
    let silent = ScriptedServer(.silence)
    #expect(throws: TimeoutError(limit: .seconds(10))) { try silent.send() }
    #expect(silent.times == [.zero, .seconds(11), .seconds(22)])
  }

  @Test("sends a request again only if its method or its key makes that harmless")
  func idempotence() throws {
    for answer in [
      .status(503), .status(500), .status(408), .error(.networkConnectionLost), .silence,
    ] as [ScriptedServer.Answer] {
      for (method, key, count) in [
        ("POST", nil, 1), ("PATCH", nil, 1), ("POST", "", 1), ("POST", "k", 3),
        ("PUT", nil, 3), ("DELETE", nil, 3), ("HEAD", nil, 3),
      ] as [(String, String?, Int)] {
        let server = ScriptedServer(answer)
        _ = try? server.send(method, key: key)
        #expect(server.count == count, "\(method) \(key ?? "-") after \(answer)")
      }
    }
  }

  @Test(
    "sends any request again that the server cannot have acted on",
    arguments: [
      .error(.cannotFindHost), .error(.dnsLookupFailed), .status(429), .status(425),
    ] as [ScriptedServer.Answer])
  func unsent(answer: ScriptedServer.Answer) throws {
    let server = ScriptedServer(answer, .status(201))
    #expect(try server.send("POST") == "201 2")
    let then = ScriptedServer(answer, .status(503), .status(201))
    #expect(try then.send("POST") == "503 2")
    // The policy has the last word.
    let never = ScriptedServer(answer, .status(201))
    let session = never.session(RetryPolicy(attempts: 3, on: { _ in false }))
    _ = try? never.send("POST", in: session)
    #expect(never.count == 1)
  }

  @Test("sends a stream once, whatever went wrong, since the first attempt uses it up")
  func stream() throws {
    for answer in [.status(429), .status(503), .error(.cannotConnectToHost), .silence]
      as [ScriptedServer.Answer]
    {
      let server = ScriptedServer(answer)
      _ = try? server.send("PUT", key: "k", stream: true)
      #expect(server.count == 1)
    }
  }

  @Test("hedges no request that may take effect twice")
  func hedges() throws {
    for (method, count) in [("GET", 3), ("POST", 1)] {
      let server = ScriptedServer(.silence)
      let session = server.session(
        .http(attempts: 1), hedge: Hedge(after: .seconds(1), hedges: 2))
      #expect(throws: TimeoutError.self) { try server.send(method, in: session) }
      #expect(server.count == count)
    }
  }

  @Test(
    "waits as long as the server asks, in seconds or until a date",
    arguments: [
      ("7", 7), ("0", 1), (" 3 ", 3), ("1.5", 1.5), ("Sun, 06 Nov 1994 08:49:50 GMT", 13),
      ("Sunday, 06-Nov-94 08:49:50 GMT", 13), ("Sun Nov  6 08:49:50 1994", 13),
      ("Sun, 06 Nov 1994 08:49:30 GMT", 1), ("soon", 1), ("", 1), (".", 1), ("-5", 1),
    ] as [(String, Double)])
  func retryAfter(header: String, delay: Double) throws {
    let server = ScriptedServer(.status(503, ["Retry-After": header]), .status(200))
    #expect(try server.send() == "200 2")
    #expect(server.times == [.zero, .seconds(delay)])
  }

  @Test("takes a date by the clock of the server")
  func skew() throws {
    let server = ScriptedServer(
      .status(
        429,
        [
          "Retry-After": "Sun, 06 Nov 1994 10:00:05 GMT", "Date": "Sun, 06 Nov 1994 10:00:00 GMT",
        ]), .status(200))
    #expect(try server.send("POST") == "200 2")
    #expect(server.times == [.zero, .seconds(5)])
  }

  @Test("gives the caller the reply of a server that asks for too much time")
  func tooLong() throws {
    let server = ScriptedServer(.status(503, ["Retry-After": "31"]))
    #expect(try server.send() == "503 1")
  }

  @Test("counts other statuses and other headers where its rules say so")
  func rules() throws {
    var rules = HTTPRules()
    rules.statuses = [404]
    rules.idempotencyHeaders = ["Token"]
    let server = ScriptedServer(.status(404), .status(503))
    #expect(try server.send(in: server.session(rules: rules)) == "503 2")
    let other = ScriptedServer(.status(404))
    #expect(try other.send("POST", key: "k", in: other.session(rules: rules)) == "404 1")
  }

  @Test("has a pipeline for each server, whose breaker others do not see")
  func origins() throws {
    let server = ScriptedServer(.status(503))
    let opening = CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(60)))
    let session = RetryingSession(
      transport: server.transport,
      pipelines: PipelineRegistry(clock: server.clock) { _ in
        AnyPipeline(Pipeline(Breaker(opening, clock: server.clock)))
      })
    let ends = Mutex<[String]>([])
    try server.clock.run {
      for url in ["https://a.org/1", "https://A.org:443/2", "https://b.org/1", "http://a.org"] {
        let url = try #require(URL(string: url))
        let end: String
        do { end = "\(try await session.data(from: url).1.statusCode)" } catch { end = "\(error)" }
        ends.withLock { $0.append(end) }
      }
    }
    #expect(
      ends.withLock(\.self) == ["503", "the breaker is open for another 60 s", "503", "503"])
    #expect(
      session.pipelines.items.map(\.key.description) == [
        "https://a.org:443", "https://b.org:443", "http://a.org:80",
      ])
  }

  @Test("gives the reply that a budget leaves without a retry")
  func budget() throws {
    let server = ScriptedServer(.status(503))
    let clock = server.clock
    let session = RetryingSession(
      transport: server.transport,
      pipelines: PipelineRegistry(clock: clock) { _ in
        let none = SharedBudget(.ratio(0, minimumPerSecond: 0), clock: clock)
        return AnyPipeline(Pipeline(Retrying(.http(), budget: none)))
      })
    #expect(try server.send(in: session) == "503 1")
  }

  @Test("ends a request whose task is cancelled, in an attempt or before the next")
  func cancellation() throws {
    for answer in [.silence, .status(503)] as [ScriptedServer.Answer] {
      let server = ScriptedServer(answer)
      let session = server.session(.http(backoff: .constant(.seconds(20))))
      try server.clock.run {
        let url = try #require(URL(string: "https://example.org"))
        let task = Task(executorPreference: server.clock.executor) {
          try await session.data(from: url)
        }
        try await server.clock.sleep(for: .seconds(5))
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
      }
      #expect(server.times == [.zero] && server.clock.now.time == .seconds(5))
    }
  }

  @Test("says what went wrong to those who observe its pipelines")
  func description() throws {
    let server = ScriptedServer(.status(503, ["Retry-After": "2"]), .error(.timedOut), .status(200))
    let lines = Mutex<[String]>([])
    let clock = server.clock
    let session = RetryingSession(
      transport: server.transport,
      pipelines: PipelineRegistry(clock: clock) { origin in
        AnyPipeline(
          Pipeline(Retrying(.http(), clock: clock, using: Least()))
            .observed(as: origin.host, clock: clock) { event in
              if case .failed(let error) = event.kind {
                lines.withLock { $0.append("\(event.pipeline ?? ""): \(error)") }
              }
            })
      })
    #expect(try server.send(in: session) == "200 3")
    #expect(lines.withLock(\.first) == "example.org: status 503, retry after 2.0 seconds")
    #expect(lines.withLock(\.last)?.hasSuffix("(-1001)") == true)
  }

  @Test("goes by the word of the caller on whether a request is idempotent")
  func stated() throws {
    for (method, isIdempotent, count) in [("POST", true, 3), ("GET", false, 1)] {
      let server = ScriptedServer(.status(503))
      let session = server.session()
      try server.clock.run {
        var request = URLRequest(url: try #require(URL(string: "https://example.org/orders")))
        request.httpMethod = method
        var context = CallContext()
        context.isIdempotent = isIdempotent
        _ = try await session.data(for: request, context)
      }
      #expect(server.count == count)
    }
  }

  @Test("gives the reply before a breaker opens, and retries refusals where its layer does")
  func breaker() throws {
    let opening = CircuitBreaker(consecutiveFailures: 2, opening: .init(.seconds(5)))
    for (refusals, end) in [(false, "503 2"), (true, "200 3")] {
      let server = ScriptedServer(.status(503), .status(503), .status(200))
      let clock = server.clock
      let session = RetryingSession(
        transport: server.transport,
        pipelines: PipelineRegistry(clock: clock) { _ in
          let retrying = Retrying(
            .http(attempts: 4, backoff: .constant(.seconds(1))), refusals: refusals, clock: clock)
          return AnyPipeline(Pipeline(retrying, Breaker(opening, clock: clock)))
        })
      #expect(try server.send(in: session) == end)
    }
  }
}
