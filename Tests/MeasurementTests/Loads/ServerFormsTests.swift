import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

/// Closed forms of servers, each as the mean of twenty runs, and laws that hold on every run.
@Suite("Published closed forms of servers")
struct ServerFormsTests {
  typealias Form = QueueFormsTests.Form

  /// A server, its arrivals and an exact figure, per second of the run.
  private static func form(
    _ name: String, _ rate: Double, exact: Double, _ server: Server,
    _ figure: @escaping @Sendable (ResourceFigures, _ seconds: Double) -> Double
  ) throws -> Form {
    let load = try Load(
      .operation(Operation("call", on: .server(server))), .open(perSecond: rate),
      for: ms(2_000_000), warmup: ms(50_000))
    return Form(
      name: name, load: load,
      figures: [
        QueueFormsTests.Figure(name: "figure", exact: exact) { run in
          guard let total = run.record.total(since: load.warmup) else { return nil }
          return figure(total.resources[0], Double(total.length.count) / 1e9)
        }
      ])
  }

  /// The mean number of waiting attempts.
  private static let queue: @Sendable (ResourceFigures, Double) -> Double = {
    Double($0.waiting) / 1e9 / $1
  }

  private static func forms() throws -> [Form] {
    let tenth = try Distribution.exponential(mean: ms(100))
    let uneven = try Distribution.mixture([(0.5, .constant(ms(20))), (0.5, .constant(ms(140)))])
    // Erlang C for three slots and a load of 2.5: 0.7022; the mean queue is C · ρ / (1 - ρ).
    let erlang = 15.625 / (1 + 2.5 + 3.125 + 15.625)
    // A server with exponential breakdowns (White and Christie, 1958): λ 4, μ 10, f 1.25, r 5.
    let broken = 4 * (6.25 * 6.25 + 10 * 1.25) / (6.25 * (5 * 10 - 4 * 6.25))
    // Who finds a wait above D is lost: the workload is a truncated exponential up to D.
    let grown = Elementary.exponential(2 * 0.3)
    let idle = 1 / (1 + 12 * (grown - 1) / 2 + 12 * grown / 10)
    return [
      try form(
        "M/M/3", 25, exact: erlang * (2.5 / 3) / (1 - 2.5 / 3),
        Server("db", slots: 3, service: tenth), queue),
      try form(
        "M/G/1 (Pollaczek and Khinchine)", 8, exact: 64 * 0.01 / (2 * (1 - 0.64)),
        Server("db", service: uneven), queue),
      try form(
        "M/M/1, last in, first out", 8, exact: 0.64 / 0.2,
        Server("db", service: tenth, order: .lifo), queue),
      try form(
        "M/M/1/5", 12, exact: 0.2 * 2.48832 / (2.985984 - 1),
        Server("db", service: tenth, queue: 4)
      ) { figures, _ in Double(figures.refused) / Double(figures.arrived) },
      try form(
        "M/M/1 with patience", 12, exact: 12 * idle * grown / 10,
        Server("db", service: tenth, expires: ms(300))
      ) { figures, _ in Double(figures.expired) / Double(figures.arrived) },
      try form(
        "M/M/1 with breakdowns", 4, exact: broken,
        Server(
          "db", service: tenth,
          outages: Outages(.every(.exponential(mean: ms(1000)), for: .exponential(mean: ms(200)))),
          down: .holds)
      ) { Double($0.waiting + $0.busy) / 1e9 / $1 },
    ]
  }

  @Test("all of them lie in their simultaneous intervals")
  func together() throws {
    let forms = try Self.forms()
    let width = Estimate.width95(together: forms.count)
    for form in forms {
      for (figure, estimate) in try form.estimates(width: width) {
        let words: Comment = "\(form.name): \(figure.exact), \(estimate)"
        #expect(estimate.covers(figure.exact), words)
        #expect(estimate.high - estimate.low < 0.2 * figure.exact, words)
        #expect(!estimate.covers(1.15 * figure.exact), words)
      }
    }
  }

  // MARK: On every run

  @Test(
    "Whatever arrives is served, refused, lost or still in it at the end",
    arguments: 0..<4 as Range<UInt64>)
  func conservation(part: UInt64) throws {
    var counts = ResourceFigures()
    var (rows, stages) = (0, 0)
    for seed in part * 200..<(part + 1) * 200 {
      var random = RandomChain(seed: seed, isLoad: true, usesAllOfServers: true)
      let load = try random.load()
      stages += LoadPlan(load, limits: Limits()).obstacle == nil ? 0 : 1
      let record = LoadSimulation(load, seed: seed).run()
      guard let resource = record.resources.first,
        let figures = record.total(since: .zero)?.resources.first
      else { continue }
      // A row drops none.
      let dropsAbandoned = resource.slots == nil || random.dropsAbandoned
      rows += resource.slots == nil ? 1 : 0
      let left =
        figures.served + figures.refused + figures.expired + figures.crashed
        + (dropsAbandoned ? figures.abandoned : 0)
      #expect(
        figures.arrived == left + UInt64(figures.present), "seed \(seed): \(random.words)")
      counts.add(figures)
    }
    // Nothing of this may be missing, or little was shown.
    #expect(counts.served > 1000 && counts.refused > 500 && counts.expired > 5)
    #expect(counts.crashed > 20 && counts.abandoned > 50, "\(counts)")
    #expect(rows > 2 && stages > 15)
  }

  @Test("The times in the server add up to its waiting and busy time (Little's law)")
  func little() throws {
    for seed in 0..<60 as Range<UInt64> {
      let slots = 1 + Int(seed % 4)
      let server = try Server(
        "db", slots: slots, service: .exponential(mean: ms(40) * Int64(slots)),
        order: seed % 2 == 0 ? .fifo : .lifo, expires: seed % 3 == 0 ? ms(90) : nil,
        // Of all arrivals so many are admitted, and the server is empty long before the end.
        limit: RateLimit(.window(300, per: ms(1_000_000))))
      let load = try Load(
        .operation(Operation("call", on: .server(server))), .open(perSecond: 24), for: ms(60_000))
      var (sum, count) = (Int128(0), 0)
      let record = LoadSimulation(load, seed: seed).run { result in
        sum += Int128(result.duration.count)
        count += result.duration > .zero ? 1 : 0
      }
      let figures = try #require(record.total(since: .zero)?.resources.first)
      #expect(sum == figures.waiting + figures.busy && figures.present == 0)
      #expect(count == 300 && figures.served + figures.expired == 300)
    }
  }
}

extension Resource {
  /// The number of slots of a server.
  fileprivate var slots: Int? {
    if case .server(let server) = self { server.slots } else { nil }
  }
}
