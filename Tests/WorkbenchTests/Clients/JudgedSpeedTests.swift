import Conformance
import RetryNumerics
import Simulation
import Testing
import TextLayout

@testable import Workbench

@Suite("A client of a scenario that ran faster")
struct JudgedSpeedTests {
  /// Calls of two attempts with a delay between them, which the clock of the server has counted.
  static func attempts(
    delay: Int64, speed: Double, _ fault: Fault = Fault("http", .int(503))
  ) throws -> [ObservedAttempt] {
    let speed = try #require(Speed(speed))
    return (0..<20).flatMap { call in
      let start = Nanoseconds(Int64(call) * 5_000_000_000)
      return [(1, start), (2, start + Nanoseconds(delay * 1_000_000))].map { number, time in
        ObservedAttempt(
          operation: "fetch", call: UInt64(call), number: number, sign: "content",
          outcome: number == 1 ? .failure(fault) : .completed, latency: .zero, arrival: time,
          finish: time, lateness: .zero, end: .answered, speed: speed)
      }
    }
  }

  static func judged(_ plan: String, _ attempts: [ObservedAttempt]) throws -> JudgedClient {
    let client = try Session(commands: .standard) { _ in }.client(plan).get()
    return JudgedClient(client, of: "fetch", attempts, isCut: false)
  }

  @Test(
    "is judged by the time of the scenario, as exactly as the machine has measured it",
    arguments: [
      (100, 10, true), (1000, 1, true), (1000, 10, false), (10, 100, true), (8, 100, false),
      (115, 10, true), (300, 10, false), (10_000, 0.1, true),
    ])
  func gaps(delay: Int64, speed: Double, isAsPlanned: Bool) throws {
    let judged = try Self.judged(
      "policy(attempts: 3, delay: 1s)", Self.attempts(delay: delay, speed: speed))
    let wanted: Finding.Verdict = isAsPlanned ? .passed : .failed
    #expect(judged.conformance[.gaps]?.verdict == wanted, "\(judged.lines(Style()))")
    let words = "times are those of the scenario, which ran"
    #expect(judged.lines(Style()).contains { $0.hasPrefix(words) } == (speed != 1))
  }

  @Test(
    "may wait for the whole seconds that it was asked for, or exactly as long",
    arguments: [(200, true), (1000, true), (150, false), (2000, false)])
  func hints(delay: Int64, isAsPlanned: Bool) throws {
    let fault = Fault("http", .int(503), retryAfter: Nanoseconds(2_000_000_000))
    let judged = try Self.judged(
      "policy(attempts: 3, delay: 1s)", Self.attempts(delay: delay, speed: 10, fault))
    let wanted: Finding.Verdict = isAsPlanned ? .passed : .failed
    #expect(judged.conformance[.retryAfter]?.verdict == wanted, "\(judged.lines(Style()))")
  }

  @Test("is known by its log, which has one speed")
  func logs() throws {
    let (fast, usual) = (
      try Self.attempts(delay: 100, speed: 12.5), try Self.attempts(delay: 100, speed: 1)
    )
    let log = try ObservedLog(fast.map(\.json).joined(separator: "\n"))
    #expect(log.attempts.map(\.speed) == fast.map(\.speed))
    #expect(usual.allSatisfy { !$0.json.contains("\"speed\"") })
    for (line, words) in [
      (usual[0].json, "is not that of the lines before"),
      (fast[0].json.replacing("12.5", with: "1e9"), "is out of bounds"),
      (fast[0].json.replacing("12.5", with: "\"1\""), "another type"),
    ] {
      #expect {
        try ObservedLog(fast[0].json + "\n" + line)
      } throws: { error in
        let mistake = error as? ObservedLog.Mistake
        return mistake?.line == 2 && mistake?.reason.contains("speed") == true
          && mistake?.reason.contains(words) == true
      }
    }
  }
}
