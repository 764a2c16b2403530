import Measurement
import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@testable import Report

@Suite("Calls and loads beside each other, as they go on")
struct AnimationTests {
  private static let styles = [40, 80, 200].flatMap { columns in
    [true, false].map { Style(width: columns, isUnicode: $0) }
  }

  private func animation(_ style: Style, count: Int = 2) throws -> CallAnimation {
    let source = try scripted("fetch", fails(), fails(), ok())
    let strategies = [source, source.retry(strategy(2)), source.retry(strategy(3))]
    return CallAnimation(
      strategies.suffix(count).map { source in
        CallAnimation.Call(
          Machine(source, seed: 42).trace(), subject: "fetch.retry", of: source, attemptLimit: 3)
      }, style: style)
  }

  private func loads(_ style: Style) throws -> LoadAnimation {
    let source = try scripted("fetch", fails(), ok()).retry(strategy(2))
    return try LoadAnimation(
      [20.0, 40].map { rate in
        let load = try Load(source, .open(perSecond: rate), for: ms(10_000))
        let sample = LoadSample(load, [LoadMeasurement(load, seed: 1)], planned: 1)
        return try #require(LoadAnimation.Load(sample, subject: "load(fetch, rate: \(rate)/s)"))
      }, style: style)
  }

  @Test("each picture shows only the past, and the next one goes on from it", arguments: styles)
  func growing(style: Style) throws {
    let animation = try animation(style, count: 1)
    let whole = animation.picture(at: animation.length, rows: 100)
    var before = 0
    for time in stride(from: 0, through: animation.length.count, by: 10_000_000) {
      let picture = animation.picture(at: Nanoseconds(time), rows: 100).map(\.text)
      let bars = picture.suffix(2), all = whole.suffix(2).map(\.text)
      #expect(zip(bars, all).allSatisfy { $1.hasPrefix($0) }, "\(time): \(bars)")
      let size = picture.map(\.count).reduce(0, +)
      #expect(size >= before)
      before = size
    }
    #expect(before == whole.map(\.text.count).reduce(0, +))
  }

  @Test("a bar grows between two events")
  func between() throws {
    let animation = try animation(Style(), count: 1)
    let lengths = [10, 30, 50, 90].map {
      animation.picture(at: ms($0), rows: 50).dropLast().last?.columns ?? 0
    }
    #expect(Set(lengths).count > 2 && lengths == lengths.sorted())
  }

  @Test("no picture is taller or wider than the screen", arguments: styles)
  func bounds(style: Style) throws {
    for count in 1...3 {
      try fits(animation(style, count: count), style)
    }
    try fits(loads(style), style)
  }

  private func fits(_ animation: some Animation, _ style: Style) {
    for rows in [1, 2, 3, 5, 9, 23, 60] {
      for time in [.zero] + animation.moments.prefix(20) + [animation.length] {
        for picture in [
          animation.picture(at: time, rows: rows), animation.bigPicture(at: time, rows: rows),
        ] {
          #expect(picture.count <= rows, "\(rows) at \(time)")
          #expect(picture.allSatisfy { $0.cut.columns <= style.width })
          #expect(style.isUnicode || picture.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
        }
      }
    }
  }

  @Test("several calls are beside each other where there is room, and share an axis")
  func columns() throws {
    let wide = try animation(Style(width: 80)).whole.map(\.text)
    #expect(wide[0] == "1  fetch.retry".padding(40) + "2  fetch.retry")
    #expect(
      wide.contains { $0.hasPrefix("  1  fetch  ━") }
        && wide.contains { $0.hasPrefix("  2  fetch  ━") })
    #expect(wide.allSatisfy { !$0.hasSuffix(" ") })
    let results = try animation(Style(width: 80)).results.map(\.text)
    #expect(results.filter { $0.contains(" in ") }.map { $0.prefix(3) } == ["1  ", "2  "])
    let long = CallAnimation(
      try [1, 2].map { _ in
        let source = try scripted("fetch", ok())
        return CallAnimation.Call(
          Machine(source, seed: 42).trace(), subject: String(repeating: "long ", count: 100),
          of: source, attemptLimit: 1)
      }, style: Style(width: 80))
    #expect(long.whole[0].text.contains("… 2  long"))
    let narrow = try animation(Style(width: 40)).whole.map(\.text)
    #expect(narrow.filter { $0.hasPrefix("2  fetch.retry") }.count == 1)
    // Where there is no room for more, the numbers are still explained.
    let small = try animation(Style(width: 40)).picture(at: ms(50), rows: 5).map(\.text)
    #expect(small.prefix(2) == ["1  fetch.retry", "2  fetch.retry"])
  }

  @Test("of several loads each figure is drawn with one scale")
  func scale() throws {
    let lines = try loads(Style()).whole.map(\.text)
    let place = try #require(lines.firstIndex { $0.hasPrefix("  1  calls") })
    // Twice as many calls have bars twice as high.
    #expect(lines[place].contains("▄") && !lines[place].contains("█"))
    #expect(lines[place + 1].hasPrefix("  2  calls"))
    #expect(lines[place + 1].contains("█") || lines[place + 1].contains("▇"))
    #expect(lines[0].hasSuffix("succeeded") && lines[1].hasPrefix("2  load"))
  }

  @Test("the last picture of a load has the figures of its report, whatever the seed")
  func sameFigures() throws {
    for seed in UInt64(1)...30 {
      let server = try Server(
        "node", slots: 2, service: .exponential(mean: ms(40)), queue: 5)
      let source = Source.operation(try Operation("f", on: .server(server)))
      let load = try Load(
        source.timeout(ms(150)).retry(strategy(3)), .open(perSecond: Double(20 + seed)),
        for: ms(8000), warmup: ms(seed % 3 == 0 ? 0 : 900))
      let sample = LoadSample(load, [LoadMeasurement(load, seed: seed)], planned: 1)
      let animation = try LoadAnimation(
        [#require(LoadAnimation.Load(sample, subject: "load"))], style: Style())
      let lines = LoadReport(sample, seed: seed, style: Style()).lines
      let share = try #require(lines.first { $0.hasPrefix("success") }).split(separator: " ")[1]
      let words = "\(share) of \(Int(sample.calls.calls).grouped) calls succeeded"
      #expect(
        animation.picture(at: animation.length, rows: 9)[0].text.hasSuffix(words), "seed \(seed)")
      #expect(lines[0].contains(" \(Int(sample.calls.calls).grouped) calls "))
      #expect(
        (load.warmup > .zero) == animation.picture(at: .zero, rows: 9)[0].text.contains("warming"))
    }
  }

  @Test("servers of one name keep their own rows, and loads of unequal length one axis")
  func sameNames() throws {
    let calls = try [Int64(10), 50].map { service in
      let server = try Server("node", slots: 1, service: .constant(ms(service)))
      return Source.operation(try Operation("f\(service)", on: .server(server)))
    }
    let loads = try [Int64(12_000), 6000].map { length in
      let load = try Load(
        calls[0].concat(calls[1]), .closed(clients: 1, think: nil), for: ms(length))
      let sample = LoadSample(load, [LoadMeasurement(load, seed: 1)], planned: 1)
      return try #require(LoadAnimation.Load(sample, subject: "load"))
    }
    let lines = LoadAnimation(loads, style: Style()).whole.map(\.text)
    // The rows of the first load have the label, and those of the second follow.
    let labelled = lines.indices.filter { lines[$0].hasPrefix("  1  node util") }
    let shares = labelled.flatMap { [lines[$0], lines[$0 + 1]] }
    try #require(shares.count == 4)
    #expect(Set(shares).count == 4)
    let bars = shares.map { $0.count { "▁▂▃▄▅▆▇█".contains($0) } }
    #expect(bars[0] == bars[2] && bars[1] == bars[3] && abs(bars[1] * 2 - bars[0]) <= 1)
  }
}

extension String {
  fileprivate func padding(_ count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
