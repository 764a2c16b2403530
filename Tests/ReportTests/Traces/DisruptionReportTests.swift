import Pictures
import Retry
import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@testable import Report

@Suite("Outages and bursts in reports")
struct DisruptionReportTests {
  private static func trace(_ outages: Outages) throws -> Trace {
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(50)), outages: outages))
    return Machine(fetch.retry(strategy(9, .constant(.milliseconds(100)))), seed: 1).trace()
  }

  private static func lines(_ trace: Trace, isUnicode: Bool = true) -> [String] {
    TraceReport(
      trace: trace, subject: "fetch", attemptLimit: 9, style: Style(isUnicode: isUnicode)
    ).lines
  }

  @Test("A failure in an outage says when the outage ends, and the timeline shades it")
  func shading() throws {
    let trace = try Self.trace(Outages(.during([.start..<Instant(ms(250))])))
    let lines = Self.lines(trace)
    #expect(lines.count { $0.hasSuffix("✗ outage   down until 250ms") } == 2)
    let row = try #require(lines.first { $0.contains("  outage  ") })
    let attempts = try #require(lines.first { $0.contains("  fetch  ") })
    // The third attempt starts at 300 ms, after the outage.
    let end = try #require(row.lastIndex(of: "░"))
    let third = try #require(attempts.lastIndex(of: "✗"))
    #expect(row.distance(from: row.startIndex, to: end) > 30)
    #expect(
      row.distance(from: row.startIndex, to: end)
        > attempts.distance(from: attempts.startIndex, to: third))
    #expect(Self.lines(trace, isUnicode: false).contains { $0.contains("####") })
  }

  /// The row of an outage and the axis below it, at a width, in Unicode or ASCII.
  static let drawings: [(width: Int, isUnicode: Bool, row: String, axis: String)] = [
    (
      40, true, "  outage  ░░░░░░░░░░░░░░░░░░░░", "          0   0.310  0.615  1.000 1.270s"
    ),
    (
      40, false, "  outage  ####################", "          0   0.310  0.615  1.000 1.270s"
    ),
    (
      80, true, "  outage  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░",
      "          0             0.310           0.615               1.000         1.270s"
    ),
  ]

  @Test(
    "The outage that lets the fifth attempt through is drawn to its end, which the axis names",
    arguments: drawings)
  func drawn(drawing: (width: Int, isUnicode: Bool, row: String, axis: String)) throws {
    let outages = try Outages(
      .during([.start..<Instant(ms(1000))]), fault: Fault("refused"), latency: ms(5))
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(50)), outages: outages))
    let trace = Machine(fetch.retry(strategy(5, .constant(.milliseconds(300)))), seed: 42).trace()
    for isColoured in [false, true] {
      let style = Style(
        width: drawing.width, isUnicode: drawing.isUnicode, isColoured: isColoured)
      let lines = TraceReport(
        trace: trace, subject: "fetch", attemptLimit: 5, style: style
      ).lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
      let place = try #require(lines.firstIndex { $0.hasPrefix("  outage  ") })
      #expect(lines[place] == drawing.row && lines[place + 1] == drawing.axis, "\(lines)")
      #expect(lines.allSatisfy { $0.count <= drawing.width })
    }
  }

  @Test("The ends of many outages leave the axis to the attempts")
  func many() throws {
    let windows = [0, 60, 150, 210].map { Instant(ms($0))..<Instant(ms($0 + 10)) }
    let lines = Self.lines(try Self.trace(Outages(.during(windows))))
    #expect(lines.contains { $0.contains("  outage  ") })
    // The first two attempts end at 50 and 200 ms.
    let axis = try #require(lines.dropLast().last)
    #expect(axis.split(separator: " ") == ["0", "50", "150", "200", "300", "350ms"])
  }

  @Test("An outage that no attempt met is shaded, and explains no failure")
  func unmet() throws {
    let faults = Faults.rates(try FaultRates(1, of: .timeout))
    let fetch = Source.operation(
      try Operation(
        "fetch", latency: .constant(ms(90)), faults: faults,
        outages: Outages(.during([Instant(ms(95))..<Instant(ms(150))]))))
    let lines = Self.lines(
      Machine(fetch.retry(strategy(3, .constant(.milliseconds(100)))), seed: 1).trace())
    #expect(!lines.contains { $0.contains("down until") })
    #expect(lines.contains { $0.contains("  outage  ") && $0.contains("░") })
  }

  @Test("A call without outages during it has no such row")
  func none() throws {
    let later = [Instant(ms(10_000))..<Instant(ms(20_000))]
    let trace = try Self.trace(Outages(.during(later)))
    #expect(!Self.lines(trace).contains { $0.contains("░") })
  }

  @Test("JSON has the disruptions, an endless one without an end")
  func json() throws {
    let trace = try Self.trace(Outages(.during([Instant(ms(0)) ..< .never])))
    let text = RunJSON(trace: trace, subject: "fetch").json.text
    #expect(
      text.contains(
        #""disruptions":[{"op":"fetch","kind":"outage","errors":["outage"],"from_ns":0,"until_ns":null}]"#
      ))
    #expect(Self.lines(trace).contains { $0.hasSuffix("down without end") })
  }

  @Test("A picture and a file for Perfetto show the outage")
  func files() throws {
    let trace = try Self.trace(Outages(.during([.start..<Instant(ms(250))])))
    let svg = SVGPicture(Picture(trace, subject: "fetch")).text
    #expect(svg.contains("<title>outage, ") && svg.contains("<rect class=\"down\""))
    let chrome = ChromeTrace(trace, subject: "fetch").text
    #expect(chrome.contains("\"name\":\"outage\"") && chrome.contains("\"dur\":250000"))
  }

  @Test("A call in a load sees the outages of its run from its own start")
  func inLoad() throws {
    let outages = try Outages(.during([Instant(ms(100))..<Instant(ms(250))]))
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(40)), outages: outages))
    let load = try Load(
      fetch.retry(strategy(9, .constant(.milliseconds(100)))),
      .closed(clients: 1, think: .constant(ms(60))),
      for: ms(1000))
    // The first call runs from 60 to 100 ms, the second starts at 160 ms.
    let trace = try #require(LoadSimulation(load, seed: 1).trace(call: 1))
    #expect(trace.disruptions.map { $0.times } == [.start..<Instant(ms(90))])
  }

  /// Returns the trace of two operations, of which only the first is at a server with outages.
  private static func served(_ down: Server.Down) throws -> Trace {
    let outages = try Outages(.during([.start..<Instant(ms(250))]))
    let node = try Server(
      "node", service: .constant(ms(50)), outages: outages, down: down)
    let get = try Operation("get", on: .server(node))
    let calls = Source.merge([
      .operation(get).timeout(ms(200)).retry(strategy(9, .constant(.milliseconds(100)))),
      .operation(try Operation("other", latency: .constant(ms(400)))),
    ])
    return Machine(calls, seed: 1).trace()
  }

  @Test func `the outages of a server are drawn for the operation that uses it, and for no other`()
    throws
  {
    let lines = Self.lines(try Self.served(.refuses))
    #expect(lines.count { $0.hasSuffix("outage   down until 250ms") } == 3, "\(lines)")
    #expect(lines.count { $0.hasPrefix("  outage  ░░░") } == 1)
    let text = RunJSON(trace: try Self.served(.refuses), subject: "get").json.text
    #expect(
      text.contains(
        #""disruptions":[{"op":"get","kind":"outage","errors":["outage"],"from_ns":0,"until_ns":250000000}]"#
      ))
  }

  @Test func `an outage in which a server stands still explains no failure`() throws {
    let trace = try Self.served(.holds)
    let lines = Self.lines(trace)
    #expect(lines.contains { $0.hasPrefix("  outage  ░░░") })
    #expect(!lines.contains { $0.contains("down until") }, "\(lines)")
    #expect(RunJSON(trace: trace, subject: "get").json.text.contains(#""errors":[],"from_ns":0"#))
  }

  @Test func `a call that does not use the server has no row of its outages`() throws {
    let outages = try Outages(.during([.start..<Instant(ms(250))]))
    let node = try Server("node", service: .constant(ms(50)), outages: outages)
    let get = Source.operation(try Operation("get", on: .server(node)))
    let other = Source.operation(try Operation("other", latency: .constant(ms(40))))
    let trace = Machine(other.catch { _ in get }, seed: 1).trace()
    #expect(trace.disruptions.isEmpty)
  }
}
