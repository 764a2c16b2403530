import Pictures
import Retry
import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@testable import Report

@Suite("The picture of several calls")
struct CallsPictureTests {
  private static func picture(
    _ source: Source, calls: Int, drawn: Int? = nil
  ) -> (picture: Picture?, traces: [Trace]) {
    let machine = Machine(source, seed: 42)
    let traces = (0..<UInt64(calls)).map { machine.trace(call: $0) }
    let picture = Picture(
      Array(traces.prefix(drawn ?? calls)), of: traces.map(\.result), subject: "f")
    return (picture, traces)
  }

  private static func flaky(_ outages: Outages? = nil) throws -> Source {
    .operation(
      try Operation(
        "f", latency: .uniform(ms(10), ms(30)), faults: .rates(FaultRates(0.6)), outages: outages))
  }

  @Test("each call has a row, and each of its attempts and waits a mark at its time")
  func rows() throws {
    let source = try Self.flaky().retry(strategy(4, .constant(.milliseconds(50))))
    let (picture, traces) = Self.picture(source, calls: 12)
    let rows = try #require(picture).rows
    #expect(rows.map(\.name) == (0..<12).map { $0 < 10 ? "call  \($0)" : "call \($0)" })
    for (row, trace) in zip(rows, traces) {
      let spans = row.marks.filter { $0.tone == .failed || $0.tone == .succeeded }
      #expect(spans.count == trace.result.tally.attempts)
      #expect(spans.last?.to == Double(trace.result.duration.count))
      let waited = row.marks.filter { $0.tone == .wait }.reduce(0) { $0 + $1.to - $1.from }
      #expect(waited == Double(trace.result.tally.waited.count))
    }
  }

  @Test("calls that never tried again need no picture, nor does a single one")
  func none() throws {
    #expect(Self.picture(try Self.flaky(), calls: 12).picture == nil)
    let source = try Self.flaky().retry(strategy(4, .constant(.milliseconds(50))))
    #expect(Self.picture(source, calls: 1).picture == nil)
  }

  @Test("calls that have no row are counted")
  func more() throws {
    let source = try Self.flaky().retry(strategy(4, .constant(.milliseconds(50))))
    let rows = try #require(Self.picture(source, calls: 12, drawn: 5).picture).rows
    #expect(rows.count == 6 && rows.last?.remark == "and 7 more calls")
  }

  @Test("an outage that all calls share has a row below them")
  func outage() throws {
    let outages = try Outages(.during([.start..<Instant(ms(100))]), fault: Fault("refused"))
    let source = try Self.flaky(outages).retry(strategy(9, .constant(.milliseconds(50))))
    let rows = try #require(Self.picture(source, calls: 3).picture).rows
    #expect(rows.map(\.name) == ["call 0", "call 1", "call 2", "outage"])
    #expect(rows[3].marks.map(\.to) == [1e8])
    // Some calls end before the second outage does, and some before it begins.
    let two = try Outages(
      .during([.start..<Instant(ms(40)), Instant(ms(90))..<Instant(ms(400))]),
      fault: Fault("refused"))
    let more = Self.picture(
      try Self.flaky(two).retry(strategy(9, .constant(.milliseconds(50)))), calls: 12)
    let last = try #require(more.picture?.rows.last)
    #expect(Set(more.traces.map { $0.result.duration < ms(400) }) == [true, false])
    #expect(last.name == "outage" && last.marks.map(\.to) == [4e7, 4e8])
  }
}
