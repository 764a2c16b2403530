import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

/// A filter that notes a request on its way in and its response on the way out.
private struct Noting<Request: Sendable, Response>: SimpleFilter {
  let name: String
  let log: Log

  func apply(
    request: Request, service: any Service<Request, Response>
  ) async throws -> Response {
    log.add("\(name) in")
    defer { log.add("\(name) out") }
    return try await service.apply(request: request)
  }
}

/// A service as a separate type.
private struct Lengths: Service {
  func apply(request: String) async throws -> Int { request.count }
}

/// A filter that changes all four types.
private struct Decimal: Filter {
  func apply(request: Int, service: any Service<String, Int>) async throws -> String {
    "length \(try await service.apply(request: "\(request)"))"
  }
}

/// A filter that looks only at the response.
private struct Doubled: ResponseFilter {
  func apply(response: () async throws -> Int) async throws -> Int {
    2 * (try await response())
  }
}

@Suite("Services and filters")
struct ServiceTests {
  private let log = Log()

  private func noting(_ name: String) -> Noting<String, Int> { Noting(name: name, log: log) }

  @Test("a filter may change the types of the request and of the response")
  func changesTypes() async throws {
    let service: any Service<Int, String> = Decimal().andThen(Lengths())
    #expect(try await service.apply(request: 12345) == "length 5")
  }

  @Test("filters compose with the first as the outermost, regardless of grouping")
  func associative() async throws {
    let (a, b, c) = (noting("a"), noting("b"), noting("c"))
    let chains: [any Service<String, Int>] = [
      a.andThen(b).andThen(c).andThen(Lengths()),
      a.andThen(b.andThen(c)).andThen(Lengths()),
      a.andThen(b.andThen(c).andThen(Lengths())),
      a.andThen(b.andThen(c.andThen(Lengths()))),
    ]
    for chain in chains {
      #expect(try await chain.apply(request: "hello") == 5)
    }
    let once = ["a in", "b in", "c in", "c out", "b out", "a out"]
    #expect(log.lines == once + once + once + once)
  }

  @Test("closures can be services and filters")
  func closures() async throws {
    let filter = ClosureFilter<String, String, String, Int> { request, service in
      "\(try await service.apply(request: request + "!"))"
    }
    let lengths = ClosureService { (text: String) in text.count }
    #expect(try await filter.andThen(lengths).apply(request: "hello") == "6")
    let inline = filter.andThen { $0.count }
    #expect(try await inline.apply(request: "hi") == "3")
  }

  @Test("a service without a request is called without one")
  func withoutRequest() async throws {
    let answer = ClosureService { (_: Void) in 42 }
    #expect(try await RetryFilter<Void, Int>(attempts: 3).andThen(answer).apply() == 42)
  }

  @Test("a response filter fits anywhere in a chain")
  func responseFilter() async throws {
    let chains: [any Service<String, Int>] = [
      Doubled().andThen(Lengths()),
      Doubled().andThen { $0.count },
      Doubled().andThen(noting("a")).andThen(Lengths()),
      noting("a").andThen(Doubled()).andThen(Lengths()),
    ]
    for chain in chains { #expect(try await chain.apply(request: "hello") == 10) }
    let twice = Doubled().andThen(Doubled()).andThen(Lengths())
    #expect(try await twice.apply(request: "hello") == 20)
  }
}

@Suite("RetryFilter")
struct RetryFilterTests {
  @Test("it makes at most a number of attempts, and then fails with the last error")
  func attempts() {
    let flaky = Flaky([.failure(.timeout), .failure(.timeout), .failure(.forbidden)])
    let service = RetryFilter(attempts: 3, delay: .seconds(1), clock: flaky.clock)
      .andThen { (_: String) in try await flaky.call() }
    #expect(throws: RequestError.forbidden) {
      try flaky.clock.run { try await service.apply(request: "page") }
    }
    #expect(flaky.instants == [0, 1000, 2000])
  }

  @Test("a typed policy decides; errors of other types are not retried")
  func typedPolicy() async {
    let flaky = Flaky([
      .failure(.timeout), .failure(.throttled(.milliseconds(1))), .failure(.forbidden),
    ])
    let policy = RetryPolicy<RequestError>(
      attempts: 9, backoff: .constant(.seconds(1)), on: { $0 != .forbidden },
      hint: \.retryAfter)
    let service = RetryFilter(policy, clock: flaky.clock).andThen { (_: Void) in
      try await flaky.call()
    }
    #expect(throws: RequestError.forbidden) { try flaky.clock.run { try await service.apply() } }
    #expect(flaky.instants == [0, 1000, 1001])

    let log = Log()
    let foreign = RetryFilter(policy).andThen { (_: Void) -> Int in
      log.add("attempt")
      throw VideoError.exceedSize
    }
    await #expect(throws: VideoError.exceedSize) { try await foreign.apply() }
    #expect(log.lines.count == 1)
  }

  @Test("a cancelled task ends the wait immediately")
  func cancels() throws {
    let flaky = Flaky([.failure(.timeout)])
    let service = RetryFilter(attempts: 3, delay: .seconds(10), clock: flaky.clock)
      .andThen { (_: Void) in try await flaky.call() }
    try flaky.clock.run {
      await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await service.apply() }
        await flaky.clock.wait(2000)
        group.cancelAll()
        await #expect(throws: CancellationError.self) { try await group.next() }
      }
    }
    #expect(flaky.clock.milliseconds == 2000)
    #expect(flaky.clock.pendingSleepers == 0)
  }
}
