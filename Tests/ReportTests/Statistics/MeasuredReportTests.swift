import Measurement
import Pictures
import RetryNumerics
import Simulation
import Synchronization
import Testing
import TextLayout
import VirtualTime

@testable import Report

@Suite("Reports of many calls")
struct MeasuredReportTests {
  private static let narrow = Style(width: 40)

  /// An operation that fails with a share of its attempts.
  private func fetch(_ share: Double) throws -> Source {
    .operation(
      try Operation(
        "fetch", latency: .exponential(mean: ms(100)),
        faults: .rates(FaultRates(share, of: .timeout))))
  }

  private func measured(_ share: Double, calls: UInt64 = 500) throws -> Measurement {
    Trials(calls: 0..<calls, seed: 42).measure(try fetch(share))
  }

  private func comparison(_ sources: Source...) -> Compared {
    .strategies(Trials(calls: 0..<200, seed: 42).compare(sources))
  }

  @Test("only the second of two strategies has differences from the first")
  func differences() throws {
    let comparison = comparison(try fetch(0.5), try fetch(0.5).retry(attempts: 3))
    let rows = ComparisonJSON(comparison, subjects: ["a", "b"], seed: 42).rows.map(\.text)
    #expect(rows.map { $0.contains("\"against_first\"") } == [false, true])
    #expect(rows[1].contains("\"success\":{\"value\":"))
  }

  @Test("the interval that is drawn is the interval that is printed")
  func intervals() throws {
    let sources = [try fetch(0.5), try fetch(0.5).retry(attempts: 3), try fetch(0.4)]
    let compared = Compared.strategies(Trials(calls: 0..<200, seed: 42).compare(sources))
    let report = ComparisonReport(
      compared, subjects: ["a", "b", "c"], seed: 42, style: Style(width: 1000))
    let marks = report.pictures.flatMap(\.rows).flatMap(\.marks).filter { $0.tone == .interval }
    #expect(marks.count == 6)
    for mark in marks {
      // 'success of B: +30.00 points (+23.08...+36.92)'.
      let printed = try #require(mark.note.split(separator: ": ").last)
      let cells = printed.split(separator: " (").map { $0.filter { $0 != ")" } }
      #expect(report.lines.contains { line in cells.allSatisfy(line.contains) }, "\(mark.note)")
    }
    let estimates = compared.differences.joined().map(\.difference.estimate)
    #expect(
      marks.allSatisfy { mark in
        estimates.contains { $0.low == mark.from && $0.high == mark.to }
      })
    let calls = MeasuredCalls.independent(try measured(0.5))
    let stats = StatsReport(calls, seed: 42, style: Style())
    let success = try #require(Figure.success.estimate(of: calls))
    let drawn = stats.pictures[0].rows[0].marks.filter { $0.tone == .interval }
    #expect(drawn.map(\.from) == [success.low] && drawn.map(\.to) == [success.high])
    let printed = try #require(drawn[0].note.split(separator: " ").last)
    #expect(stats.text.contains("(\(printed))"))
  }

  @Test("strategies that the title does not name are named beside their letters")
  func names() throws {
    let source = try fetch(0.5)
    let subjects = ["a", "b", "c", "d"]
    let sources = try [source, source.retry(attempts: 2), source.retry(attempts: 3), fetch(0.4)]
    let compared = Compared.strategies(Trials(calls: 0..<200, seed: 42).compare(sources))
    let report = ComparisonReport(compared, subjects: subjects, seed: 42, style: Style())
    #expect(report.pictures[0].rows.map(\.remark) == subjects)
    #expect(report.pictures[0].rows.map(\.name) == ["A", "B", "C", "D"])
  }

  @Test("a strategy has a line for outcomes other than success and failure")
  func endings() throws {
    let hanging = Source.operation(try Operation("slow", hangs: 0.3))
    let cases: [(Source, Bool)] = [(try fetch(0.5), false), (hanging, true), (.empty, true)]
    for (source, hasOthers) in cases {
      let lines = ComparisonReport(
        comparison(source, source), subjects: ["a", "b"], seed: 42, style: Style()
      ).lines
      let others = lines.filter { $0.hasPrefix("  A  hung ") || $0.hasPrefix("  A  completed ") }
      #expect(others.count == (hasOthers ? 1 : 0), "\(lines)")
      #expect(!lines.contains { $0.contains("success ") && $0.hasPrefix("  A") })
    }
  }

  @Test(
    "a field of a table is quoted if necessary",
    arguments: [
      ("plain text", "plain text"), ("a,b", "\"a,b\""), ("say \"a\"", "\"say \"\"a\"\"\""),
      ("a\nb", "\"a\nb\""), ("", ""),
    ])
  func fields(subject: String, field: String) throws {
    let csv = MeasurementCSV([
      .init(.independent(try measured(0, calls: 10)), subject: subject, seed: 7)
    ])
    #expect(csv.rows.hasPrefix("\(field),7,10,"))
    #expect(csv.header.hasPrefix("subject,seed,calls,success,"))
  }

  @Test("no line of a report is wider than its style, and pictures take the whole width")
  func widths() throws {
    for width in [40, 60, 80, 120, 200] {
      let report = StatsReport(
        .independent(try measured(0.5)), seed: 42, style: Style(width: width))
      let columns = report.lines.map { DisplayWidth.columns(of: $0) }
      #expect(columns.allSatisfy { $0 <= width } && columns.contains { $0 >= width - 4 })
    }
  }

  @Test(
    "the parts of an axis of latencies cover all, from zero to centuries, and have equal widths",
    arguments: [0...1, 0...38, 0...5000, 7...8, 100...100_000, 0...(Int64.max / 2)]
      as [ClosedRange<Int64>]
  )
  func bins(range: ClosedRange<Int64>) throws {
    let latency = try Distribution.uniform(
      Nanoseconds(range.lowerBound), Nanoseconds(range.upperBound))
    let source = Source.operation(try Operation("fetch", latency: latency))
    let measured = Trials(calls: 0..<500, seed: 42).measure(source)
    let bins = try #require(LatencyBins([measured.latency]))
    let bars = bins.bars(of: measured).flatMap(\.points)
    #expect((1...60).contains(bars.count))
    #expect(abs(bars.reduce(0) { $0 + $1.value - $1.low } - 1) < 1e-9)
    let width = try #require(bins.width)
    #expect(bars.allSatisfy { abs($0.to - $0.from - Double(width.count)) <= 1e-9 * $0.to })
  }

  @Test("few calls far above the others do not press these together, and are told")
  func farCalls() throws {
    var measured = Histogram()
    for place in 0..<10_000 { measured.add(Int64(1_000_000 + place * 100)) }
    measured.add(100_000_000)
    let bins = try #require(LatencyBins([measured]))
    #expect(bins.axis.high < 2_100_000)
    let wide = try Distribution.pareto(min: ms(20), shape: 0.6)
    let source = Source.operation(try Operation("fetch", latency: wide))
    let spread = Trials(calls: 0..<1000, seed: 42).measure(source)
    let lines = StatsReport(.independent(spread), seed: 42, style: Style()).lines
    #expect(lines.contains { $0.contains("logarithmic scale") })
  }

  @Test("two humps keep the gap between them, and what is exponential falls from the first part on")
  func shapes() throws {
    func heights(_ latency: Distribution) throws -> [Double] {
      let source = Source.operation(try Operation("fetch", latency: latency))
      let measured = Trials(calls: 0..<20_000, seed: 42).measure(source)
      let bins = try #require(LatencyBins([measured.latency]))
      let bars = bins.bars(of: measured).flatMap(\.points)
      let width = try #require(bins.width)
      let count = Int((bins.axis.high - bins.axis.low) / Double(width.count) + 0.5)
      var heights = Array(repeating: 0.0, count: count)
      for bar in bars {
        heights[Int((bar.from - bins.axis.low) / Double(width.count) + 0.5)] += bar.value - bar.low
      }
      return heights
    }
    let humps = try heights(
      .mixture([(0.5, .uniform(ms(100), ms(200))), (0.5, .uniform(ms(400), ms(500)))]))
    let gap = humps.split { $0 > 0 }.map(\.count).max() ?? 0
    #expect(gap * 2 > humps.count / 2, "\(humps)")
    let falling = try heights(.exponential(mean: ms(100)))
    #expect(zip(falling, falling.dropFirst()).prefix(10).allSatisfy { $0 > $1 }, "\(falling)")
  }

  @Test("few numbers of attempts have a row each, many have parts of equal width")
  func attempts() throws {
    for (most, words) in [
      (3, "attempts, share of calls"), (40, "attempts, share of calls for each number"),
      (400, "attempts, share of calls for each 10 numbers"),
    ] {
      let measured = Trials(calls: 0..<2000, seed: 42).measure(
        try fetch(most > 40 ? 0.995 : 0.9).retry(attempts: most))
      let lines = StatsReport(.independent(measured), seed: 42, style: Style()).lines
      let place = try #require(lines.firstIndex { $0.trimming(" ") == words }, "\(lines)")
      if most == 3 {
        let rows = lines[(place + 1)...].prefix { !$0.isEmpty }
        #expect(rows.map { $0.split(separator: " ")[0] } == ["1", "2", "3"])
      } else {
        #expect(lines[place + 6].split(separator: " ").last == "\(most)")
      }
    }
  }

  @Test("a few latencies have a row each, with their own value and share")
  func exactRows() throws {
    func rows(_ source: Source) throws -> [[Substring]] {
      let measured = Trials(calls: 0..<1000, seed: 42).measure(source)
      let lines = StatsReport(.independent(measured), seed: 42, style: Style()).lines
      let head = try #require(lines.firstIndex { $0.hasSuffix("latency, share of calls") })
      return lines[(head + 1)...].map { Array($0.split(separator: " ").prefix(2)) }
    }
    let plain = try Operation(
      "fetch", latency: .constant(ms(100)), faults: .rates(FaultRates(0.3, of: .timeout)))
    let two = try Distribution.mixture([(0.95, .constant(ms(50))), (0.05, .constant(ms(2000)))])
    #expect(
      try rows(.operation(try Operation("fetch", latency: two))).map(\.first)
        == ["50.0ms", "2.00s"])
    let found = try rows(.operation(plain).retry(attempts: 3))
    #expect(found.map(\.first) == ["100ms", "200ms", "300ms"])
    let shares = found.compactMap { Double($0[1].dropLast()) }
    #expect(abs(shares.reduce(0, +) - 100) < 0.2)
  }

  @Test("a load of several runs shows their seeds, a single run its own")
  func seeds() throws {
    let load = try Load(try fetch(0.1), .open(perSecond: 20), for: ms(2000))
    for runs in [1, 3] as [UInt64] {
      let sample = Trials(calls: 0..<runs, seed: 42).measure(load)
      let seed = try #require(sample.runs.first?.seed)
      let last = try #require(sample.runs.last?.seed)
      let heading = LoadReport(sample, seed: seed, style: Style(width: 120)).lines[0]
      #expect(last - seed == runs - 1 && !heading.contains("partial"))
      #expect(heading.contains(runs == 1 ? "seed \(seed)" : "3 runs, seeds \(seed)...\(last)"))
      let json = LoadJSON(sample, subject: "f", seed: seed).json.text
      #expect(json.hasPrefix("{\"kind\":\"load\",\"subject\":\"f\",\"seed\":\(seed),"))
    }
  }

  @Test("only measurements that were stopped are reported as partial")
  func parts() throws {
    var trials = Trials(calls: 0..<500, seed: 42)
    let whole = trials.measure(try fetch(0.5))
    let asked = Atomic<Int>(0)
    trials.watch.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 100 }
    (trials.threads, trials.path) = (1, .engine)
    let part = trials.measure(try fetch(0.5))
    #expect(part.calls > 0 && part.calls < 500)
    for (measured, isPartial) in [(whole, false), (part, true)] {
      let report = StatsReport(.independent(measured), seed: 42, style: Style())
      #expect(report.lines[0].contains("partial, of 500") == isPartial)
      let json = MeasurementJSON(.independent(measured), subject: "f", seed: 42).json.text
      #expect(json.hasSuffix(",\"is_partial\":true}") == isPartial)
    }
  }

  @Test("a load stopped during its only run is reported as partial")
  func partOfALoad() throws {
    let load = try Load(try fetch(0.1), .open(perSecond: 200), for: ms(20_000))
    var trials = Trials(calls: 0..<1, seed: 42)
    let asked = Atomic<Int>(0)
    trials.watch.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 2 }
    let heading = LoadReport(trials.measure(load), seed: 42, style: Style(width: 120)).lines[0]
    #expect(heading.hasSuffix("partial"), "\(heading)")
  }

  @Test("a row of a sweep stopped before its first call has no figures")
  func emptyRow() throws {
    let measured = [try measured(0.5), Measurement()]
    let rows = measured.map { SweepReport.Row(values: ["1"], calls: .independent($0)) }
    let sweep = SweepReport(names: ["n"], rows: rows, planned: 2, seed: 42, style: Style())
    #expect(sweep.text.split(separator: "\n").last == "1")
  }

  @Test("a load has retries only if there are more attempts than calls")
  func retries() throws {
    let always = Source.operation(
      try Operation("fetch", latency: .constant(ms(10)), faults: .rates(FaultRates(1))))
    // The client is busy for one or three times 10 ms of each round.
    let cases: [(Source, Bool, String)] = [
      (always, false, "at most 0.2"), (try always.retry(attempts: 3), true, "0.3"),
    ]
    for (source, hasRetries, underWay) in cases {
      let load = try Load(source, .closed(clients: 1, think: .constant(ms(70))), for: ms(10_000))
      let picture = try #require(LoadChart([LoadSimulation(load, seed: 1).run()]).picture)
      let lines = TextPicture(picture, style: Style()).lines().map(\.plainText)
      #expect(picture.tones.contains(.retried) == hasRetries)
      #expect(
        lines.contains { $0.hasPrefix("  in flight  ") && $0.hasSuffix("  \(underWay)") },
        "\(lines)")
    }
  }
}

@Suite("Formatted figures")
struct FigureWordsTests {
  @Test(
    "a rate has no trailing zeros",
    arguments: [
      (0, "0"), (5, "5"), (2.5, "2.5"), (0.25, "0.25"), (10, "10"), (12.5, "12.5"), (99.96, "100"),
      (120, "120"), (1e6, "1000000"), (0.002, "0.002"), (-0.002_174_37, "-0.00217"),
      (1e-20, "1e-20"),
    ] as [(Double, String)])
  func rates(rate: Double, text: String) {
    #expect(Figures.rough(rate) == text)
  }

  @Test(
    "a time has three digits, in the largest unit in which it is at least one",
    arguments: [
      (0, "0ms"), (1, "1ns"), (999, "999ns"), (1e3, "1.00us"), (12_345, "12.3us"),
      (999_999, "1000us"), (1e6, "1.00ms"), (1_000_001, "1.00ms"), (123_456_789, "123ms"),
      (1e9, "1.00s"), (-1e6, "-1.00ms"), (9e18, "never"),
    ] as [(Double, String)])
  func times(nanoseconds: Double, text: String) {
    #expect(Figures.time(nanoseconds) == text)
  }
}

extension String {
  fileprivate func trimming(_ character: Character) -> Substring {
    drop { $0 == character }
  }
}
