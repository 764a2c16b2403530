import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Brown-outs: a share of the attempts fails for a time")
struct BrownOutTests {
  /// Returns the share of calls that end with each error, of calls that start in a brown-out without end.
  private func shares(_ operation: Operation, calls: UInt64 = 40_000) -> [Fault: Double] {
    let machine = Machine(.operation(operation), seed: 42)
    var counts: [Fault: Double] = [:]
    for call in 0..<calls {
      if case .failure(let fault) = machine.run(call: call).outcome {
        counts[fault, default: 0] += 1 / Double(calls)
      }
    }
    return counts
  }

  private func compare(_ shares: [Fault: Double], _ wanted: [Fault: Double]) {
    #expect(Set(shares.keys) == Set(wanted.keys))
    for (fault, share) in wanted {
      let deviation = (share * (1 - share) / 40_000).squareRoot()
      #expect(((shares[fault] ?? 0) - share).magnitude <= 4.5 * deviation, "\(fault)")
    }
  }

  static let (down, reset) = (Fault("http", 503), Fault("reset"))

  private var withoutEnd: OnOffProcess { .during([.start..<Instant(.never)]) }

  @Test("attempts that do not fail in a brown-out fail at random as ever")
  func background() throws {
    let failing = try FaultRates([(Self.down, 0.6), (.timeout, 0.2)])
    let operation = try Operation(
      "pay", faults: .rates(FaultRates(0.1, of: Self.reset)),
      outages: Outages(withoutEnd, failing: failing))
    compare(shares(operation), [Self.down: 0.6, .timeout: 0.2, Self.reset: 0.2 * 0.1])
  }

  @Test("attempts that do not fail in a burst fail at random as ever")
  func burstAndRates() throws {
    let besides = try FaultRates(0.1, of: Self.reset)
    let inTime = Faults.timedBurst(
      try TimedBurst(withoutEnd, fails: 0.5, fault: Self.down), besides: besides)
    compare(
      shares(try Operation("pay", faults: inTime)), [Self.down: 0.5, Self.reset: 0.5 * 0.1])
    let inSteps = Faults.burst(
      try Burst(enter: 1, leave: 0, fails: 0.5, fault: Self.down), besides: besides)
    compare(
      shares(try Operation("pay", faults: inSteps)), [Self.down: 0.5, Self.reset: 0.5 * 0.1])
  }

  @Test("a server in a brown-out refuses a share of what arrives")
  func server() throws {
    let server = try Server(
      "db", slots: 4, service: .constant(ms(5)), faults: .rates(FaultRates(0.1, of: Self.reset)),
      outages: Outages(
        withoutEnd, failing: FaultRates([(Self.down, 0.6), (.timeout, 0.2)])))
    compare(
      shares(try Operation("call", on: .server(server))),
      [Self.down: 0.6, .timeout: 0.2, Self.reset: 0.2 * 0.1])
  }

  @Test("services do not stand still for a share of the attempts")
  func held() throws {
    let outages = try Outages(withoutEnd, failing: FaultRates(0.5, of: Self.down))
    let error = #expect(throws: InvalidArgument.self) {
      try Server("db", service: .constant(ms(5)), outages: outages, down: .holds)
    }
    #expect(error?.description == PlanProblem.heldBrownOut.description)
  }

  @Test("outages at random cannot have a first start")
  func randomStart() throws {
    let error = #expect(throws: InvalidArgument.self) {
      try OnOffProcess.every(.exponential(mean: ms(50)), for: .constant(ms(5)), from: ms(3))
    }
    #expect(error?.description == PlanProblem.startOfRandomOutages.description)
    let process = try OnOffProcess.every(.constant(ms(50)), for: .constant(ms(5)), from: ms(3))
    #expect(process.law == .periodic(ms(50), for: ms(5), from: ms(3)))
  }
}
