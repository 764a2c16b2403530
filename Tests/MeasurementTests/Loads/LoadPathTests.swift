import Measurement
import Simulation
import Synchronization
import Testing
import VirtualTime

@Suite("The path of a load")
struct LoadPathTests {
  @Test("is that of chains if possible, unless the engine is requested")
  func paths() throws {
    let server = try Server("server", service: .constant(ms(1)))
    let plain = Source.operation(try Operation("fetch", on: .server(server)))
    let staged = plain.merge(plain)
    let cases: [(Source, MeasurementPath?, MeasurementPath)] = [
      (plain, nil, .chain), (plain, .vector, .chain), (plain, .engine, .engine),
      (staged, nil, .engine), (staged, .vector, .engine), (staged, .engine, .engine),
    ]
    for (source, asked, path) in cases {
      var trials = Trials(calls: 0..<1, seed: 42)
      trials.path = asked
      let load = try Load(source, .open(perSecond: 10), for: ms(100))
      #expect(trials.way(of: load).path == path)
    }
  }

  @Test("progress reports the completed share of all runs")
  func progress() throws {
    let server = try Server("server", service: .constant(ms(1)))
    let source = Source.operation(try Operation("fetch", on: .server(server)))
    let load = try Load(source, .open(perSecond: 2000), for: ms(20_000))
    let heard = Mutex<[Double]>([])
    var trials = Trials(calls: 0..<4, seed: 42)
    trials.threads = 1
    _ = trials.measure(load) { share in heard.withLock { $0.append(share) } }
    let shares = heard.withLock(\.self)
    #expect(shares.first.map { $0 < 0.2 } == true && shares.allSatisfy { (0...1).contains($0) })
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
