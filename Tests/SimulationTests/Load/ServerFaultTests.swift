import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Failures of a server")
struct ServerFaultTests {
  private static let broken = Fault("broken")

  private func server(_ faults: Faults, slots: Int = 50) throws -> Resource {
    .server(try Server("db", slots: slots, service: .constant(ms(10)), faults: faults))
  }

  private func results(
    _ source: Source, onStages: Bool, for span: Nanoseconds = ms(20_000)
  ) throws -> ([CallResult], LoadRecord) {
    let load = try Load(source, .open(perSecond: 500), for: span)
    var results: [CallResult] = []
    let record = LoadSimulation(load, seed: 3).run(onStages: onStages) { results.append($0) }
    return (results, record)
  }

  @Test(
    "A service fails with its shares, and takes its time all the same", arguments: [true, false])
  func shares(onStages: Bool) throws {
    let faults = Faults.rates(try FaultRates([(Self.broken, 0.3), (.timeout, 0.1)]))
    let source = Source.operation(try Operation("call", on: try server(faults)))
    let (results, record) = try results(source, onStages: onStages)
    let count = Double(results.count)
    for (outcome, share) in [
      (.failure(Self.broken), 0.3), (.failure(.timeout), 0.1), (.success(.unit), 0.6),
    ] as [(Outcome, Double)] {
      let found = Double(results.count { $0.outcome == outcome }) / count
      #expect(abs(found - share) < 4.5 * (share * (1 - share) / count).squareRoot())
    }
    #expect(results.allSatisfy { $0.duration >= ms(10) })
    let figures = try #require(record.total(since: .zero)?.resources.first)
    #expect(figures.served >= UInt64(results.count))
  }

  @Test("Each retry is another service: success is 1 - p³ for three attempts")
  func retries() throws {
    let source = Source.operation(
      try Operation("call", on: try server(.rates(FaultRates(0.54)))))
    let (results, _) = try results(
      source.retry(RetryStrategy(rules: RetryRules(attempts: 3))), onStages: false)
    let (exact, count) = (1 - 0.54 * 0.54 * 0.54, Double(results.count))
    let found = Double(results.count { $0.outcome == .success(.unit) }) / count
    #expect(abs(found - exact) < 4.5 * (exact * (1 - exact) / count).squareRoot())
  }

  @Test("A failure on the way hides that of the service, and so does a script")
  func hiding() throws {
    let always = try server(.rates(FaultRates(1, of: Self.broken)))
    let lost = Source.operation(
      try Operation("call", faults: .rates(FaultRates(1, of: .timeout)), on: always))
    let scripted = Source.operation(
      try Operation("call", on: always, script: [ScriptedAnswer(.ok)]))
    let hanging = Source.operation(try Operation("call", hangs: 1, on: always))
    for onStages in [true, false] {
      let short = ms(200)
      let (first, _) = try results(lost, onStages: onStages, for: short)
      #expect(!first.isEmpty && first.allSatisfy { $0.outcome == .failure(.timeout) })
      let (second, _) = try results(scripted, onStages: onStages, for: short)
      #expect(!second.isEmpty && second.allSatisfy { $0.outcome == .success(.unit) })
      let (third, _) = try results(hanging, onStages: onStages, for: short)
      #expect(third.isEmpty)
    }
  }

  @Test("A closure makes services fail by the time, with its error or with one that it throws")
  func computed() throws {
    let faults = Faults.computed(Self.broken) { (attempt, _) throws(Fault) in
      if attempt.began.sinceStart >= ms(200) { throw .timeout }
      return attempt.began.sinceStart < ms(100) ? 1 : 0
    }
    let call = Source.operation(try Operation("call", on: try server(faults, slots: 1)))
    var outcomes: [Outcome] = []
    let load = try Load(call, .closed(clients: 1, think: nil), for: ms(299))
    _ = LoadSimulation(load, seed: 1).run { outcomes.append($0.outcome) }
    let kinds: [Outcome] = [.failure(Self.broken), .success(.unit), .failure(.timeout)]
    #expect(outcomes == kinds.flatMap { Array(repeating: $0, count: 10) }.dropLast())
    #expect(
      LoadPlan(load, limits: Limits()).obstacle?.description
        == "a closure computes the service")
  }

  @Test("A server cannot fail by attempt or in bursts")
  func refusals() throws {
    let burst = try TimedBurst(.every(.constant(ms(10)), for: .constant(ms(5))))
    let faults: [Faults] = [
      .burst(try Burst(enter: 0.1, leave: 0.1)), .timedBurst(burst),
    ]
    for faults in faults {
      #expect {
        _ = try server(faults)
      } throws: {
        ($0 as? InvalidArgument)?.label == "fails"
      }
    }
  }
}
