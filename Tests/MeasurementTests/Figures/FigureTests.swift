import RetryNumerics
import Simulation
import Testing

@testable import Measurement

@Suite("Figures")
struct FigureTests {
  private static func measured(_ source: Source, calls: UInt64 = 200) -> Measurement {
    Trials(calls: 0..<calls, seed: 42).measure(source)
  }

  private static func named(_ name: String) throws -> Figure {
    try #require(Figure.atPrompt.first { $0.name == name })
  }

  @Test("of one call a share is all or nothing, and there is no interval")
  func oneCall() throws {
    let completed = try Self.named("completed")
    for (source, share) in [(Source.empty, 1.0), (.just(1), 0), (.never, 0)] {
      let reading = completed.reading(of: Machine(source, seed: 1).run())
      #expect(reading.value == .double(share))
      #expect(reading.low == reading.value && reading.high == reading.value)
    }
    let latency = try Self.named("latency").reading(of: Machine(.never, seed: 1).run())
    #expect(latency.value == .duration(.never))
  }

  @Test("of no call only the number is known")
  func noCall() {
    for figure in Figure.atPrompt where figure.summary != nil {
      let reading = figure.reading(of: .independent(Measurement()), Certainty())
      #expect(reading.value == (figure.name == "calls" ? .int(0) : .unit), "\(figure.name ?? "")")
      #expect(reading.low == reading.value && reading.high == reading.value)
    }
  }

  @Test("numbers that were not seen widen the interval of a mean, unless all calls are alike")
  func certainty() throws {
    let measured = Self.measured(.just(1))
    let attempts = Figure(.mean(.values), "sent", "the values per call")
    let open = attempts.reading(of: .independent(measured), Certainty(bounds: [.values: 5]))
    guard case .double(let low) = open.low, case .double(let high) = open.high else {
      Issue.record("\(open)")
      return
    }
    #expect(open.value == .double(1) && low < 1 && high > 1 && high < 1.1)
    let sure = attempts.reading(of: .independent(measured), Certainty(alike: [.values]))
    #expect(sure.low == .double(1) && sure.high == .double(1))
    let unbound = attempts.reading(of: .independent(measured), Certainty())
    #expect(unbound.high == .double(.infinity))
  }

  @Test("every statistic of counts gives whole values with whole ends")
  func wholes() throws {
    let measured = Self.measured(.just(1))
    for statistic in [Figure.Statistic.quantile(0.5, .attempts), .greatest(.values)] {
      let reading = Figure(statistic, "n", "a count").reading(
        of: .independent(measured), Certainty())
      #expect([reading.value, reading.low, reading.high].allSatisfy { $0.integer != nil })
    }
  }

  @Test("each path and each column belongs to one figure")
  func unique() {
    let paths = Figure.all.compactMap { $0.key?.path }
    let columns = Figure.all.compactMap(\.column)
    #expect(Set(paths).count == paths.count && Set(columns).count == columns.count)
  }
}
