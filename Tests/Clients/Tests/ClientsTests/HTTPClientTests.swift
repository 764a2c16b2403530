import Clients
import Retry
import RetryTesting
import Testing

@Suite struct HTTPClientTests {
  let clock = VirtualClock()
  let ok = HTTPResponse(200, body: "from the host")
  let copy = HTTPResponse(200, body: "from the mirror")

  /// Returns a client of two servers, and these.
  func client(
    _ script: [ScriptedTransport.Step], mirror: [ScriptedTransport.Step] = [.disconnect]
  ) -> (client: HTTPClient, host: ScriptedTransport, mirror: ScriptedTransport) {
    let host = ScriptedTransport(script, clock: clock)
    let mirror = ScriptedTransport(mirror, clock: clock)
    return (HTTPClient(transport: host, mirror: mirror, clock: clock), host, mirror)
  }

  @Test func `the waits after failures double`() throws {
    let (client, host, _) = client([.answer(HTTPResponse(503)), .disconnect, .answer(ok)])
    let response = try clock.run { try await client.send(.get("/")) }
    #expect(response == ok)
    #expect(host.times == [.zero, .milliseconds(100), .milliseconds(300)])
  }

  @Test func `a server says when it wants to be asked again`() throws {
    let busy = HTTPResponse(429, retryAfter: .seconds(3))
    let (client, host, _) = client([.answer(busy), .answer(ok)])
    let response = try clock.run { try await client.send(.get("/")) }
    #expect(response == ok)
    #expect(host.times == [.zero, .seconds(3)])
  }

  @Test func `a page that does not exist is asked for once, and says nothing of the host`() throws {
    let (client, host, mirror) = client([.answer(HTTPResponse(404))])
    try clock.run {
      for number in 1...10 {
        await #expect(throws: StatusError.self) { try await client.send(.get("/\(number)")) }
      }
    }
    #expect(host.visits.count == 10)
    #expect(mirror.visits.isEmpty)
  }

  @Test func `a post without a key is sent once, whatever becomes of it`() throws {
    let (client, host, mirror) = client([.disconnect, .hang, .answer(ok)])
    let order = HTTPRequest.post("/orders")
    try clock.run {
      await #expect(throws: Disconnected.self) { try await client.send(order) }
      await #expect(throws: TimeoutError(limit: .seconds(2))) { try await client.send(order) }
    }
    #expect(host.times == [.zero, .zero])
    #expect(mirror.visits.isEmpty)
    #expect(clock.now.time == .seconds(2))
  }

  @Test func `a post with a key is repeated with that key`() throws {
    let (client, host, _) = client([.hang, .answer(HTTPResponse(201))])
    let order = HTTPRequest.post("/orders", idempotencyKey: "order 7")
    let response = try clock.run { try await client.send(order) }
    #expect(response.status == 201)
    #expect(
      host.visits == [
        .init(request: order, time: .zero), .init(request: order, time: .milliseconds(2100)),
      ])
  }

  @Test func `the breaker spares a host that is down, and the mirror stands in`() throws {
    let (client, host, mirror) = client([.answer(HTTPResponse(500))], mirror: [.answer(copy)])
    let pages = try clock.run {
      try await [client.send(.get("/a")), client.send(.get("/b"))]
    }
    #expect(pages == [copy, copy])
    #expect(host.times == [0, 100, 300, 700, 700].map { .milliseconds($0) })
    #expect(mirror.times == [700, 800].map { .milliseconds($0) })
  }

  @Test func `a call has ten seconds, and each attempt two of them`() throws {
    let (hanging, host, _) = client([.hang])
    let slow = HTTPResponse(503, retryAfter: .seconds(4))
    let (waiting, patient, _) = client([.answer(slow)])
    let ends = try clock.run {
      await #expect(throws: Disconnected.self) { try await hanging.send(.get("/")) }
      let first = clock.now.time
      await #expect(throws: Disconnected.self) { try await waiting.send(.get("/")) }
      return [first, clock.now.time - first]
    }
    #expect(host.times == [0, 2100, 4300, 6700].map { .milliseconds($0) })
    #expect(patient.visits.count == 3)
    #expect(ends == [.milliseconds(8700), .seconds(10)])
  }

  @Test func `who waits for a place longer than a second is served by the mirror`() throws {
    let (client, host, mirror) = client(
      [.answer(ok, after: .milliseconds(1500))], mirror: [.answer(copy)])
    let pages = try clock.run {
      async let first = client.send(.get("/a"))
      async let second = client.send(.get("/b"))
      async let third = client.send(.get("/c"))
      return try await [first, second, third]
    }
    #expect(pages == [ok, ok, copy])
    #expect(host.visits.count == 2)
    #expect(mirror.times == [.seconds(1)])
  }

  @Test func `callers who miss a page at once share a request, and later ones make none`() throws {
    let (client, host, _) = client([.answer(ok, after: .milliseconds(50))])
    let pages = try clock.run {
      async let first = client.send(.get("/"))
      async let second = client.send(.get("/"))
      let both = try await [first, second]
      return both + [try await client.send(.get("/"))]
    }
    #expect(pages == [ok, ok, ok])
    #expect(host.visits.count == 1)
  }

  @Test func `an old page is served when neither host nor mirror answers`() throws {
    let (client, host, mirror) = client([.answer(ok), .disconnect])
    let page = try clock.run {
      _ = try await client.send(.get("/"))
      try await clock.sleep(for: .seconds(61))
      return try await client.send(.get("/"))
    }
    #expect(page == ok)
    #expect(host.visits.count == 5)
    #expect(mirror.times == [.milliseconds(61_700)])
  }

  @Test func `a cancelled call ends at once`() throws {
    let (client, host, _) = client([.hang], mirror: [.answer(copy)])
    try clock.run {
      await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        group.addTask { try await client.send(.get("/")) }
        try? await clock.sleep(for: .seconds(3))
        group.cancelAll()
        await #expect(throws: CancellationError.self) { try await group.next() }
      }
    }
    #expect(clock.now.time == .seconds(3))
    #expect(host.visits.count == 2)
  }
}
