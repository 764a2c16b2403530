import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Loads that run together")
struct JointLoadTests {
  private final class List {
    var results: [CallResult] = []
  }

  private func results(_ load: Load, seed: UInt64 = 42) -> ([CallResult], LoadRecord) {
    let list = List()
    let record = LoadSimulation(load, seed: seed).run { list.results.append($0) }
    return (list.results, record)
  }

  private func op(_ name: String, takes: Int64, on server: Server? = nil) throws -> Source {
    .operation(
      try Operation(name, latency: .constant(ms(takes)), on: server.map(Resource.server)))
  }

  @Test("one load of them is that load, byte for byte")
  func alone() throws {
    let server = try Server("server", slots: 2, service: .exponential(mean: ms(30)), queue: 3)
    let source = try op("fetch", takes: 5, on: server).timeout(ms(80)).retry(attempts: 3)
    let arrivals: [Load.Arrivals] = try [
      .open(perSecond: 80), .rated(.ramp(from: 1, to: 200, over: ms(900)), .steady),
      .closed(clients: 5, think: .exponential(mean: ms(20))),
      .closed(clients: 5, think: nil, calls: 9),
    ]
    for arrivals in arrivals {
      let load = try Load(source, arrivals, for: ms(1000), warmup: ms(100))
      let (plain, joint) = (results(load), results(try Load(together: [("fetch", load)])))
      #expect(plain.0 == joint.0 && plain.1 == joint.1 && plain.0.count > 10)
    }
  }

  @Test("loads that share nothing make the calls that each makes alone")
  func apart() throws {
    let first = try Load(op("a", takes: 10), .rated(.init(constant: 50), .steady), for: ms(1000))
    let second = try Load(
      op("b", takes: 70), .closed(clients: 3, think: .constant(ms(30))), for: ms(500))
    let third = try Load(
      op("c", takes: 20), .closed(clients: 2, think: nil, calls: 4), for: ms(1000))
    let loads = [first, second, third]
    let (calls, record) = results(
      try Load(together: [("a", first), ("b", second), ("c", third)]))
    for (index, load) in loads.enumerated() {
      // Calls that have begun in time end in the longer load.
      let alone = results(load).0.map { [$0.call, UInt64($0.duration.count)] }
      let mine = calls.filter { $0.call % 3 == index }.map {
        [$0.call / 3, UInt64($0.duration.count)]
      }
      #expect(Array(mine.prefix(alone.count)) == alone)
      #expect(mine.count - alone.count <= (index == 1 ? 3 : 0))
    }
    #expect(record.spans.last?.until == Instant(ms(1000)))
    #expect(record.finished == nil && record.calling == 0)
  }

  @Test("they meet at a server: the slow one delays the quick one, by the formula of two classes")
  func shared() throws {
    // M/G/1 in order of arrival: all wait λ · E[S²] / 2(1 - ρ); of two classes S is 10 or 100 ms.
    let quick = try Server(
      "one", service: .mixture([(0.9, .constant(ms(10))), (0.1, .constant(ms(100)))]))
    let one = try Load(op("a", takes: 0, on: quick), .open(perSecond: 18), for: ms(400_000))
    let other = try Load(op("b", takes: 0, on: quick), .open(perSecond: 12), for: ms(400_000))
    var sums = [0.0, 0.0]
    var counts = [0.0, 0.0]
    for seed in 0..<8 as Range<UInt64> {
      for call in results(try Load(together: [("a", one), ("b", other)]), seed: seed).0 {
        sums[Int(call.call % 2)] += Double(call.duration.count) / 1e6
        counts[Int(call.call % 2)] += 1
      }
    }
    // 30/s in all: ρ = 0.57, E[S] = 19 ms, E[S²] = 1090 ms².
    let exact = 19 + 0.03 * 1090 / (2 * (1 - 0.57))
    for index in 0...1 {
      let mean = sums[index] / counts[index]
      #expect((mean - exact).magnitude < 0.04 * exact, "\(mean), \(exact)")
    }
    #expect((counts[0] / counts[1] - 1.5).magnitude < 0.03)
  }

  @Test("if all of them end by themselves, so does the whole")
  func finite() throws {
    let first = try Load(
      op("a", takes: 10), .closed(clients: 2, think: nil, calls: 3), for: ms(500))
    let second = try Load(
      op("b", takes: 70), .closed(clients: 1, think: nil, calls: 2), for: ms(900))
    let joint = try Load(together: [("a", first), ("b", second)])
    #expect(joint.finiteClients == 3)
    #expect(results(joint).1.finished == ms(140))
  }

  @Test("impossible ones are refused")
  func refused() throws {
    let load = try Load(op("a", takes: 10), .open(perSecond: 1), for: ms(500))
    let long = try Load(op("a", takes: 10), .open(perSecond: 1), for: ms(500), warmup: ms(400))
    let joint = try Load(together: [("a", load), ("b", long)])
    #expect(joint.warmup == ms(400))
    let cases: [(String, [(String, Load)])] = [
      ("the number of loads must be between 1 and 100, not 0", []),
      ("two loads are named 'a'", [("a", load), ("a", load)]),
      ("a load needs a name", [("", load)]),
      ("loads that run together cannot be part of another load", [("c", joint)]),
    ]
    for (words, loads) in cases {
      let error = #expect(throws: InvalidArgument.self) { try Load(together: loads) }
      #expect(error?.description == words)
    }
    #expect(
      LoadPlan(joint, limits: Limits()).obstacle?.description
        == "several loads run together")
  }
}
