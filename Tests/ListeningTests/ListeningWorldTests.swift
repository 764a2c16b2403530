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

  @Test("meet in each attempt of a call what its retries meet in the simulation")
  func calls() throws {
    let source = try Self.flaky()
    let retried = Machine(try source.retry(attempts: 5), seed: 9)
    let world = ListeningWorld([("fetch", source)], seed: 9)
    var lost = 0
    for call in 0..<300 {
      let request = try CallFinderTests.request("Idempotency-Key: \(call)\r\n", path: "/fetch")
      var (time, ends) = (Nanoseconds.zero, [Bool]())
      while ends.count < 5, ends.last != true {
        let steps = world.steps(for: request, on: 1, at: time)
        guard case .wait(let latency)? = steps.first else { break }
        time = time + latency
        ends.append(steps.last != .reset)
      }
      let simulated = retried.run(call: UInt64(call))
      #expect(time == simulated.duration)
      if case .success = simulated.outcome {
        #expect(ends.last == true)
      } else {
        #expect(ends == Array(repeating: false, count: 5))
        lost += 1
      }
    }
    #expect(lost > 0)
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
    func fields(_ span: Int64) throws -> String {
      let fault = Fault("http", .int(429), retryAfter: Nanoseconds(span))
      guard case .send(let bytes)? = fault.steps(for: try CallFinderTests.request(), []).first
      else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try fields(2_000_000_000).contains("retry-after: 2\r\n"))
    #expect(try !fields(2_000_000_000).contains("retry-after-ms"))
    #expect(try fields(1_200_000_000).contains("retry-after: 2\r\nretry-after-ms: 1200\r\n"))
    #expect(try fields(0).contains("retry-after: 0\r\n"))
  }

  @Test("are found by the path; a wrong one is told the right ones")
  func paths() throws {
    let source = try Self.flaky(share: 0)
    let world = ListeningWorld([("fetch", source), ("pay", source)], seed: 1)
    let found = world.steps(for: try CallFinderTests.request(path: "/pay/7?x=1"), on: 0, at: .zero)
    #expect(found.count == 2)
    let lost = world.steps(for: try CallFinderTests.request(path: "/other"), on: 0, at: .zero)
    guard case .send(let bytes)? = lost.first else { return #expect(Bool(false)) }
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("there are /fetch /pay\n"))
  }
}
