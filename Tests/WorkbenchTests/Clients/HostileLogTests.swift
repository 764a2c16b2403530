import Conformance
import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@testable import Workbench

@Suite("The log of a client that nobody has written")
struct HostileLogTests {
  static let times: [Int64] = [.min, -1, 0, 1, 5_000_000, 1_000_000_000, .max / 2, .max]
  static let errors = [
    "\"error\":\"http(503)\",", "\"error\":\"http(503, retryAfter: 2s)\",",
    "\"error\":\"no answer\",", "\"error\":\"timeout\",", "\"success\":true,",
  ]

  /// A log with any times, in any order.
  static func log(_ seed: UInt64) -> String {
    var draws = Draws(DrawKey(seed: seed, name: "log"), call: 0, attempt: 0, purpose: .closure)
    func pick<Choice>(_ choices: [Choice]) -> Choice {
      choices[Int(draws.unit() * Double(choices.count))]
    }
    return (0..<12).map { _ in
      """
      {"kind":"exchange","operation":"fetch","call":\(pick([0, 1, -1])),"attempt":\(pick(times)),\
      "known_by":"content",\(pick(errors))"latency_ns":\(pick(times)),"arrival_ns":\(pick(times)),\
      "finish_ns":\(pick(times)),"late_ns":\(pick(times)),"end":"\(pick(["answered", "left", "stopped"]))"}
      """
    }.joined(separator: "\n")
  }

  static let plans = [
    "policy(attempts: 3, backoff: exponential(1s), jitter: full)",
    "policy(attempts: 4, deadline: 2s, delay: 500ms).perAttempt(timeout: 1s)",
    "policy(attempts: unlimited, backoff: decorrelated(base: 1s, factor: 3), budget: budget(ratio: 10%, min: 1/s))",
    "policy(attempts: 2).perAttempt(hedge: 100ms).perCall(timeout: 1s)",
  ]

  @Test("is judged or refused, and traps never", arguments: plans)
  func anything(plan: String) throws {
    let session = Session(commands: .standard) { _ in }
    let client = try session.client(plan).get()
    var judged = 0
    for seed in UInt64(0)..<12 {
      guard let log = try? ObservedLog(Self.log(seed)) else { continue }
      let result = JudgedClient(client, of: "fetch", log.attempts, isCut: log.isCut)
      #expect(!result.lines(Style()).isEmpty && !result.json.isEmpty)
      let source = Source.operation(try Operation("fetch"))
      let verified = VerifiedClient(
        result, of: source.retry(client.plan.strategy), seed: seed
      ) { false }
      if let verified { #expect(!verified.lines(Style()).isEmpty) }
      judged += 1
    }
    #expect(judged > 0)
  }
}
