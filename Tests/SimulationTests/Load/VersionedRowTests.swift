import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("A row under optimistic locking")
struct VersionedRowTests {
  private func write(_ hop: Distribution) throws -> Source {
    .operation(try Operation("write", on: .row(VersionedRow("stock", hop: hop))))
  }

  private func run(
    _ source: Source, clients: Int, think: Nanoseconds = .zero, for time: Nanoseconds,
    seed: UInt64 = 1, onStages: Bool
  ) throws -> (results: [CallResult], figures: ResourceFigures) {
    let load = try Load(
      source, .closed(clients: clients, think: .constant(think)), for: time)
    #expect(onStages || LoadPlan(load, limits: Limits()).obstacle == nil)
    var results: [CallResult] = []
    let record = LoadSimulation(load, seed: seed).run(onStages: onStages) { results.append($0) }
    return (results, try #require(record.total(since: .zero)?.resources.first))
  }

  @Test("A client alone writes after four hops", arguments: [true, false])
  func alone(onStages: Bool) throws {
    let (results, figures) = try run(
      write(.constant(ms(10))), clients: 1, for: ms(105), onStages: onStages)
    #expect(results.map(\.duration) == [ms(40), ms(40)])
    #expect(results.allSatisfy { $0.outcome == .success(.unit) })
    #expect(figures.arrived == 3 && figures.served == 2 && figures.refused == 0)
  }

  @Test(
    "Of two that have read the same version, the first to write wins", arguments: [true, false])
  func conflict(onStages: Bool) throws {
    let (results, figures) = try run(
      write(.constant(ms(10))), clients: 2, think: ms(5), for: ms(46), onStages: onStages)
    #expect(results.map(\.outcome) == [.success(.unit), .failure(VersionedRow.conflict)])
    #expect(results.map(\.duration) == [ms(40), ms(40)])
    #expect(figures.arrived == 2 && figures.served == 1 && figures.refused == 1)
  }

  @Test(
    "Who leaves before the write is sent does not write, and who leaves later does",
    arguments: [(5, 1, 1, 0), (15, 1, 1, 0), (25, 1, 0, 1), (35, 1, 0, 1)], [true, false])
  func leaving(
    _ row: (limit: Int64, arrived: UInt64, abandoned: UInt64, served: UInt64), onStages: Bool
  ) throws {
    let source = try write(.constant(ms(10))).timeout(ms(row.limit))
    let (results, figures) = try run(
      source, clients: 1, think: ms(30), for: ms(72), onStages: onStages)
    #expect(results.first?.outcome == .failure(.timeout))
    #expect(figures.arrived == row.arrived && figures.abandoned == row.abandoned)
    #expect(figures.served == row.served)
    #expect(figures.wasted == (row.limit == 25 ? 1 : 0))
  }

  // MARK: Exponential back-off and jitter (AWS Architecture Blog, 2015)

  /// A strategy, and the mean numbers of writes of 10, 50 and 100 clients.
  struct Study: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let backoff: Backoff
    let calls: [Double]
  }

  private static let exponential = Backoff.exponential(
    factor: 2, initial: .milliseconds(10)
  ).maximum(.seconds(2))

  static let studies = [
    Study(testDescription: "none", backoff: .none, calls: [50.8, 690, 2423]),
    Study(testDescription: "expo", backoff: exponential, calls: [50.7, 624, 1854]),
    Study(testDescription: "equal", backoff: exponential.equalJitter(), calls: [42.5, 347, 812]),
    Study(testDescription: "full", backoff: exponential.fullJitter(), calls: [39.1, 333, 796]),
    Study(
      testDescription: "decorrelated",
      backoff: .decorrelated(base: .milliseconds(5)).maximum(.seconds(2)),
      calls: [37.7, 375, 1002]),
  ]

  @Test(
    "Clients that write once make as many attempts as in the published study", arguments: studies)
  func contention(study: Study) throws {
    // A client that has written is silent from then on.
    let source = try write(.normal(mean: ms(10), sd: ms(2)))
      .retry(RetryStrategy(rules: RetryRules(attempts: 5000, backoff: study.backoff)))
      .flatMap { (_, _) throws(Fault) in .never }
    for (clients, calls) in zip([10, 50, 100], study.calls) {
      let runs = 2000 / clients
      var sum: UInt64 = 0
      for seed in 0..<runs {
        let (_, figures) = try run(
          source, clients: clients, for: ms(300_000), seed: UInt64(seed), onStages: true)
        #expect(figures.served == clients)
        sum += figures.served + figures.refused
      }
      let mean = Double(sum) / Double(runs)
      #expect(abs(mean / calls - 1) < 0.025, "\(clients) clients: \(mean), published \(calls)")
    }
  }
}
