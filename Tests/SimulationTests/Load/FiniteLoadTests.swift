import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Loads that end by themselves")
struct FiniteLoadTests {
  private func load(
    _ operation: Operation, clients: Int, calls: Int, think: Distribution? = nil,
    for limit: Nanoseconds = ms(3_600_000), warmup: Nanoseconds = .zero
  ) throws -> Load {
    try Load(
      .operation(operation), .closed(clients: clients, think: think, calls: calls), for: limit,
      warmup: warmup)
  }

  /// Runs a load on both paths, which agree.
  private func record(_ load: Load, seed: UInt64 = 42) -> LoadRecord {
    let record = LoadSimulation(load, seed: seed).run()
    #expect(record == LoadSimulation(load, seed: seed).run(onStages: true))
    return record
  }

  @Test(
    "the last client is done when all of them have been served",
    arguments: [
      // clients, calls, slots, think, milliseconds
      (7, 1, 2, 0, 400), (10, 1, 10, 0, 100), (1, 5, 1, 0, 500), (4, 3, 1, 0, 1200),
      (1, 3, 1, 50, 450), (2, 2, 2, 30, 260),
    ] as [(Int, Int, Int, Int64, Int64)])
  func exact(clients: Int, calls: Int, slots: Int, think: Int64, end: Int64) throws {
    let server = try Server("server", slots: slots, service: .constant(ms(100)))
    let record = try record(
      load(
        Operation("fetch", on: .server(server)), clients: clients, calls: calls,
        think: .constant(ms(think))))
    #expect(record.finished == ms(end) && record.calling == 0 && record.inFlight == 0)
    #expect(record.spans.last?.until == Instant(ms(end)))
    #expect(record.spans.reduce(0) { $0 + $1.begun } == UInt64(clients * calls))
    #expect(record.spans.reduce(0) { $0 + $1.succeeded } == UInt64(clients * calls))
  }

  @Test("the last of many exponential times comes after a harmonic number of means")
  func harmonic() throws {
    // The maximum of n times with mean m has the mean m · (1 + 1/2 + ... + 1/n), the variance m² · Σ 1/k².
    let (clients, runs) = (20, UInt64(2000))
    let load = try load(
      Operation("fetch", latency: .exponential(mean: ms(100))), clients: clients, calls: 1)
    let sum = (0..<runs).reduce(0.0) {
      $0 + Double(LoadSimulation(load, seed: $1).run().finished?.count ?? 0) / 1e6
    }
    let exact = (1...clients).reduce(0.0) { $0 + 100 / Double($1) }
    let variance = (1...clients).reduce(0.0) { $0 + 10_000 / Double($1 * $1) }
    let deviation = (variance / Double(runs)).squareRoot()
    #expect((sum / Double(runs) - exact).magnitude < 4 * deviation, "\(sum), \(exact)")
  }

  @Test("the time limit ends it, and the record says how many clients were still calling")
  func limited() throws {
    let server = try Server("server", service: .constant(ms(100)))
    let operation = try Operation("fetch", on: .server(server))
    let record = try record(load(operation, clients: 7, calls: 1, for: ms(350)))
    #expect(record.finished == nil && record.calling == 4 && record.inFlight == 4)
    #expect(record.spans.last?.until == Instant(ms(350)))
    let endless = try self.record(
      load(Operation("fetch", hangs: 1), clients: 2, calls: 3, for: ms(86_400_000)))
    #expect(endless.finished == nil && endless.calling == 2)
  }

  @Test(
    "spans end at whole fractions of a second, or at whole seconds",
    arguments: [1, 7, 100, 1000, 8000, 9000, 30_000, 60_000, 3_600_000, 86_400_000, 9_000_000_000])
  func lengths(milliseconds: Int64) throws {
    let second: Int64 = 1_000_000_000
    let record = LoadSimulation(
      try Load(.never, .open(perSecond: 1e-6), for: ms(milliseconds)), seed: 1
    )
    .run()
    let length = try #require(record.spans.first?.length.count)
    #expect(second.isMultiple(of: length) || length.isMultiple(of: second), "\(length)")
    #expect((40...120).contains(record.spans.count), "\(record.spans.count)")
    #expect(record.spans.dropLast().allSatisfy { $0.length.count == length })
  }

  @Test("a length divides the next, and every one adds up to a second, a minute, an hour or a day")
  func divisors() {
    let wholes: [Int64] = [1, 60, 3600, 86_400].map { $0 * 1_000_000_000 }
    for length in SpanLength.all {
      #expect(SpanLength.after(length).isMultiple(of: length))
      #expect(SpanLength.after(length) >= 2 * length)
      #expect(wholes.contains { $0.isMultiple(of: length) } || length.isMultiple(of: wholes[3]))
    }
    #expect(SpanLength.all == SpanLength.all.sorted())
  }

  @Test("its spans grow with its time, and one ends with the warm-up")
  func spans() throws {
    for (calls, warmup) in [(1, 0), (10, 0), (1000, 0), (1000, 33), (3000, 7777)] {
      let load = try load(
        Operation("fetch", latency: .constant(ms(10))), clients: 3, calls: calls,
        warmup: ms(Int64(warmup)))
      let record = record(load)
      #expect(record.finished == ms(Int64(calls) * 10))
      #expect(record.spans.count <= 242)
      #expect(calls == 1 || record.spans.count >= 40)
      #expect(zip(record.spans, record.spans.dropFirst()).allSatisfy { $0.until == $1.from })
      let begun = record.spans.reduce(0) { $0 + $1.begun }
      #expect(begun == UInt64(3 * calls))
      #expect(record.spans.contains { $0.from == Instant(ms(Int64(warmup))) })
    }
  }
}
