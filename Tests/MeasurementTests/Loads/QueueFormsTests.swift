import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

/// Closed forms of calls that meet: queues, retrials, a shared medium, a throttle that learns.
///
/// Each figure is the mean of twenty runs under the seeds from 42 on. Calls of one run depend on each other, so that
/// the runs make the intervals; they are as wide as to hold together, all of them in 95 of 100 experiments.
@Suite("Published closed forms of loads")
struct QueueFormsTests {
  /// What theory says of a figure of a run.
  struct Figure: Sendable {
    let name: String
    let exact: Double
    let measure: @Sendable (LoadMeasurement) -> Double?
  }

  /// A load, and what theory says of its figures.
  struct Form {
    let name: String
    let load: Load
    let figures: [Figure]

    /// Returns the figures, each with an interval of so many standard errors.
    func estimates(width: Double) throws -> [(figure: Figure, Estimate)] {
      let sample = Trials(calls: 0..<20, seed: 42).measure(load)
      return try figures.map {
        ($0, try #require(Estimate(runs: sample.runs.compactMap($0.measure), width: width)))
      }
    }
  }

  private static func seconds(_ count: Int64) -> Nanoseconds { ms(1000) * count }

  private static func call(_ server: Server) throws -> Source {
    .operation(try Operation("call", on: .server(server)))
  }

  /// One server, calls by chance: the time in the system is exponential, with the rate μ - λ.
  static func queues() throws -> [Form] {
    let server = try Server("server", service: .exponential(mean: ms(100)))
    return try [(5.0, 0.2), (8.0, 0.5)].map { rate, mean in
      let load = try Load(
        call(server), .open(perSecond: rate), for: seconds(rate == 8 ? 4000 : 500),
        warmup: seconds(50))
      return Form(
        name: "M/M/1, \(rate)/s", load: load,
        figures: [
          // One of a hundred is later than ln 100 / (μ - λ); what one of a hundred exceeds in a short run is biased.
          Figure(name: "later than p99", exact: 0.01) {
            let later = $0.calls.latency.filled.filter {
              $0.range.lowerBound > Int64(mean * 4.605_170_186 * 1e9)
            }
            return Double(later.reduce(0) { $0 + $1.count }) / Double($0.calls.latency.count)
          },
          Figure(name: "mean", exact: mean) { $0.calls.latency.mean.map { $0 / 1e9 } },
          Figure(name: "busy", exact: rate / 10) { share(\.busy, of: $0, load) },
          Figure(name: "waiting", exact: rate * rate / 100 / (1 - rate / 10)) {
            share(\.waiting, of: $0, load)
          },
        ])
    }
  }

  /// Who finds the server busy comes again after an exponential time: so many are on their way back.
  static func retrials() throws -> [Form] {
    let server = try Server("server", service: .exponential(mean: seconds(1)), queue: 0)
    return try [(0.5, 0.5), (0.7, 2.0)].map { rate, retries in
      let source = try call(server).retryWhen { errors in
        errors.flatMap { (_, draws) throws(Fault) in
          .timer(Nanoseconds(rounding: -Elementary.logarithm(1 - draws.unit()) / retries * 1e9))
        }
      }
      let load = try Load(
        source, .open(perSecond: rate), for: seconds(5000), warmup: seconds(200))
      let exact = rate * (rate + rate * retries) / ((1 - rate) * retries)
      // Little's law: as many are on their way as come in the mean time that each spends on it.
      let orbit = Figure(name: "orbit", exact: exact) {
        $0.calls.waited.mean.map { $0 / 1e9 * rate }
      }
      return Form(name: "retrials, \(rate)/s, again \(retries)/s", load: load, figures: [orbit])
    }
  }

  /// Slotted ALOHA: of G attempts in a slot G · exp(-G) get through.
  static func channels() throws -> [Form] {
    let channel = try Channel("air", slot: ms(10))
    let source = Source.operation(try Operation("packet", on: .channel(channel)))
    return try [0.5, 1, 2].map { attempts in
      let load = try Load(source, .open(perSecond: attempts * 100), for: seconds(20))
      let figure = Figure(name: "S", exact: attempts * Elementary.exponential(-attempts)) { run in
        (run.record.total(since: .zero)?.resources.first?.served).map { Double($0) / 2000 }
      }
      return Form(name: "ALOHA, G = \(attempts)", load: load, figures: [figure])
    }
  }

  /// A throttle that learns: one in min(overload, K) of the sent requests is accepted.
  ///
  /// A server of 10 ms without a line accepts 1 of 1 + rate · 10 ms, so that it is overloaded by as much.
  static func throttles() throws -> [Form] {
    let server = try Server("server", service: .constant(ms(10)), queue: 0)
    return try [(50.0, 2.0, 1.5), (400.0, 2.0, 2.0), (400.0, 3.0, 3.0)].map { rate, k, exact in
      let load = try Load(
        call(server).guarded(
          by: .throttle(Shared("throttle", ClientThrottle(k: k, window: .seconds(10))))),
        .open(perSecond: rate),
        for: seconds(30), warmup: seconds(10))
      let figure = Figure(name: "sent", exact: exact) { run in
        guard let total = run.record.total(since: load.warmup), let figures = total.resources.first
        else { return nil }
        return Double(figures.arrived) / Double(figures.arrived - figures.refused)
      }
      return Form(name: "throttle, \(rate)/s, K = \(k)", load: load, figures: [figure])
    }
  }

  private static func share(
    _ figure: (ResourceFigures) -> Int128, of run: LoadMeasurement, _ load: Load
  ) -> Double? {
    guard let total = run.record.total(since: load.warmup), let figures = total.resources.first
    else { return nil }
    return Double(figure(figures)) / Double(total.length.count)
  }

  @Test("all of them lie in their simultaneous intervals")
  func together() throws {
    let forms = try Self.queues() + Self.retrials() + Self.channels() + Self.throttles()
    let width = Estimate.width95(together: forms.reduce(0) { $0 + $1.figures.count })
    for form in forms {
      for (figure, estimate) in try form.estimates(width: width) {
        let words: Comment = "\(form.name), \(figure.name): \(figure.exact), \(estimate)"
        #expect(estimate.covers(figure.exact), words)
        // An interval that covers anything shows nothing.
        #expect(estimate.high - estimate.low < 1.1 * figure.exact, words)
      }
    }
  }

  @Test("wrong values lie outside")
  func wrong() throws {
    let width = Estimate.width95(together: 100)
    let rows: [(Form, Double)] = [
      // A closed loop of one client never waits: of its calls, one in ten thousand is as late.
      (try Self.queues()[0], 0.0001),
      // Without slots, half as much gets through at the best.
      (try Self.channels()[1], 0.5 * Elementary.exponential(-1)),
    ]
    for (form, wrong) in rows {
      #expect(try !form.estimates(width: width)[0].1.covers(wrong), "\(form.name)")
    }
  }

  @Test("the only client of a closed load never waits")
  func closed() throws {
    let server = try Server("server", service: .exponential(mean: ms(100)))
    let load = try Load(
      Self.call(server), .closed(clients: 1, think: .exponential(mean: ms(25))),
      for: Self.seconds(250))
    let figure = Figure(name: "p99", exact: 0.4605) {
      $0.calls.latency.quantile(0.99).map { Double($0) / 1e9 }
    }
    let form = Form(name: "closed", load: load, figures: [figure])
    #expect(try form.estimates(width: Estimate.width95)[0].1.covers(figure.exact))
  }
}
