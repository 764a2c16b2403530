import Measurement
import Simulation
import Testing
import VirtualTime

@Suite("The way that a load is run")
struct LoadPathTests {
  @Test("is the direct one for a plain load, unless the engine is asked for")
  func paths() throws {
    let server = try Server("server", service: .constant(ms(1)))
    let plain = Source.operation(try Operation("fetch", on: .server(server)))
    let staged = try plain.retry(attempts: 3).timeout(ms(5))
    let cases: [(Source, MeasurementPath?, MeasurementPath)] = [
      (plain, nil, .direct), (plain, .vector, .direct), (plain, .engine, .engine),
      (staged, nil, .engine), (staged, .vector, .engine), (staged, .engine, .engine),
    ]
    for (source, asked, path) in cases {
      var trials = Trials(calls: 0..<1, seed: 42)
      trials.path = asked
      let load = try Load(source, .open(perSecond: 10), for: ms(100))
      #expect(trials.path(for: load) == path)
    }
  }
}
