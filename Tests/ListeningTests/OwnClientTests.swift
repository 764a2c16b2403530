#if os(Linux)
  import Conformance
  import Foundation
  import Retry
  import RetryHTTP
  import RetryNumerics
  import ServingSupport
  import Simulation
  import Testing
  import VirtualTime

  @testable import Listening

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @Suite("The library's own client")
  struct OwnClientTests {
    static let policy = RetryPolicy.http(
      attempts: 4, backoff: .exponential(initial: .milliseconds(30)).fullJitter(), deadline: nil)

    /// An operation that asks for a delay in a part of its failures, and ends no connection: where one that it kept is
    /// closed, `URLSession` sends again by itself on Linux.
    static func source() throws -> Source {
      let asked = Fault("http", .int(503), retryAfter: Nanoseconds(1_000_000_000))
      return .operation(
        try Operation(
          "fetch", latency: .exponential(mean: Nanoseconds(2_000_000)),
          faults: .rates(
            FaultRates([
              (Fault("http", .int(503)), 0.4), (asked, 0.03), (Fault("http", .int(404)), 0.05),
              (Fault("timeout"), 0.1),
            ]))))
    }

    static func request(_ address: String, call: Int) async {
      let session = RetryingSession(
        transport: .session(URLSession(configuration: .ephemeral)),
        pipelines: PipelineRegistry { _ in AnyPipeline(Pipeline(Retrying(policy))) })
      guard let url = URL(string: address) else { return }
      var request = URLRequest(url: url)
      request.setValue("\(call)", forHTTPHeaderField: "Idempotency-Key")
      _ = try? await session.data(for: request)
    }

    @Test("does over URLSession what its policy says in the laboratory")
    func conforms() async throws {
      let source = try Self.source()
      let attempts = try await ServingSupport.serving(
        by: { ListeningWorld([("fetch", source)], seed: 11, note: $0) },
        awaiting: { port in
          for call in 0..<30 { await Self.request("http://127.0.0.1:\(port)/fetch", call: call) }
        })
      let retried = FaultFilter(on: [
        FaultPattern("http", .value(.int(503))), FaultPattern("timeout"),
      ])
      let plan = ClientPlan(RetryStrategy(rules: Self.policy.rules, on: retried))
      var tolerance = Tolerance()
      // The machine may be busy.
      tolerance.late = Nanoseconds(10_000_000_000)
      let judged = Conformance(attempts, against: plan, tolerance: tolerance, isCut: false)
      #expect(judged.verdict == .passed, "\(judged.findings)")
      #expect(judged.calls.count == 30 && attempts.count > 40)
      #expect(judged[.retryAfter]?.verdict == .passed)
    }
  }
#endif
