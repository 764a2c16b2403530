import Foundation
import Testing

@testable import Workbench

/// Searches whose answers are known.
@Suite("A search")
struct TuneProblemTests {
  struct Problem: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// How much is searched.
    let budget: String
    /// The number of seeds that it is tried with.
    let seeds: Int
    /// The parameter that is known, and its right values.
    let parameter: String
    let right: [ClosedRange<Double>]

    var testDescription: String { name }
  }

  private static let rush =
    "{ strategy in load(strategy, rate: [0s: 200/s, 10s: 500/s, 15s: 200/s], for: 60s) }"

  /// Each right value is within 1% of the best in the figure that is sought.
  static let problems = [
    // 0.5^7 is the first below 1%; more attempts cost less than 1% more.
    Problem(
      name: "the fewest attempts for a rate",
      text:
        "tune op(fails: 50%).retry(n) where n in 1...12 subject success >= 99% minimize load",
      budget: "calls 200_000", seeds: 6, parameter: "n", right: [7...12]),
    // The second attempt has to begin at 3 s, and the first ends at 100 ms.
    Problem(
      name: "the delay that outlasts an outage",
      text:
        "tune op(outages: [0s...3s]).retry(attempts: 2, backoff: constant(d)) where d in 100ms...10s subject success >= 99% minimize latency",
      budget: "calls 200_000", seeds: 3, parameter: "d_ns", right: [2.9e9...2.931e9]),
    // The last attempt begins after seven bases, or the one before it after three.
    Problem(
      name: "the base of a doubling delay that outlasts an outage",
      text:
        "tune op(outages: [0s...7s]).retry(attempts: 4, backoff: exponential(b)) where b in 10ms...5s subject success >= 99% minimize latency",
      budget: "calls 200_000", seeds: 3, parameter: "b_ns",
      right: [6.7e9 / 7...6.771e9 / 7, 6.8e9 / 3...6.871e9 / 3]),
    // Three attempts make 1.75 on average, four make 1.875.
    Problem(
      name: "the most attempts under a load",
      text: "tune op(fails: 50%).retry(n) where n in 1...12 subject load <= 1.8 maximize success",
      budget: "calls 200_000", seeds: 6, parameter: "n", right: [3...3]),
    // Nine attempts of ten take 50 ms, and the others are not worth waiting for.
    Problem(
      name: "the timeout between fast and slow attempts",
      text:
        "tune op(latency: mix(90%: 50ms, 10%: 5s)).timeout(t).retry(attempts: 6) where t in 10ms...10s subject success >= 99% minimize latency",
      budget: "calls 200_000", seeds: 3, parameter: "t_ns", right: [50e6...52e6]),
    Problem(
      name: "the jitter with the shortest delays",
      text:
        "tune op(fails: 50%).retry(attempts: 4, backoff: exponential(b), jitter: j) where j in [none, full, equal], b in 10ms...100ms minimize waited",
      budget: "calls 200_000", seeds: 2, parameter: "b_ns", right: [10e6...10.1e6]),
    // With 300 requests per second at most, 200 calls bear fewer than 1.5 attempts; a fifth fails without any storm.
    Problem(
      name: "the budget at which a storm dies",
      text:
        "let day = \(rush)\ntune day(op(\"fetch\", fails: 20%, on: server(service: 1s / 300)).timeout(1s).retry(attempts: 3, budget: budget(ratio: r, min: 0/s))) where r in 1%...100% subject stuck < 10% maximize amplification",
      budget: "runs 400", seeds: 1, parameter: "r", right: [0.28...0.34]),
    // What waits behind 300 others is answered too late.
    Problem(
      name: "the room of a queue",
      text:
        "let day = \(rush)\ntune day(op(\"fetch\", on: server(service: 1s / 300, queue: n)).timeout(1s).retry(2)) where n in 20...600 maximize success",
      budget: "runs 300", seeds: 1, parameter: "n", right: [200...299]),
  ]

  @Test("finds what is known", arguments: problems)
  func known(problem: Problem) throws {
    for seed in 1...problem.seeds {
      var lines: [String] = []
      var session = Session.printing(.json, host: .test) { output in
        if case .result(let line) = output { lines.append(line) }
      }
      session.run("\(problem.text) \(problem.budget) seed \(seed)")
      let line = try #require(lines.first { $0.hasPrefix(#"{"kind":"tune""#) }, "\(lines)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let parameters = try #require(object["parameters"] as? [String: Any])
      let value = try #require(parameters[problem.parameter] as? Double, "\(line)")
      #expect(problem.right.contains { $0.contains(value) }, "seed \(seed): \(value)")
      // At the edge of a goal, a search of a few runs may not decide it.
      #expect(object["verdict"] as? String != "none", "seed \(seed): \(line)")
    }
  }
}
