import Pictures
import Testing

@Suite("Axes")
struct AxisTests {
  @Test("places are proportional to values")
  func places() {
    let axis = Axis(10...20) { "\($0)" }
    #expect([10, 12.5, 15, 20].map(axis.place) == [0, 0.25, 0.5, 1])
    #expect(axis.cut == nil)
  }

  @Test("an idle gap of more than 70% takes a third, and all else stays proportional")
  func cut() throws {
    let axis = Axis(0...100, idle: [0...2, 10...90]) { "\($0)" }
    let cut = try #require(axis.cut)
    #expect(cut.from == 10 && cut.to == 90)
    #expect(abs(axis.place(of: 90) - axis.place(of: 10) - 1.0 / 3) < 1e-12)
    let steps = [(0.0, 5.0), (5, 10), (90, 95), (95, 100)].map {
      axis.place(of: $1) - axis.place(of: $0)
    }
    for step in steps { #expect(abs(step - 1.0 / 6) < 1e-12) }
    #expect(Axis(0...100, idle: [10...79]) { "\($0)" }.cut == nil)
  }

  static let rows: [(high: Double, steps: AxisSteps, ticks: [Double])] = [
    (100, .decimal, [0, 20, 40, 60, 80, 100]), (83, .decimal, [0, 20, 40, 60, 80]),
    (0.7, .decimal, [0, 0.2, 0.4, 0.6]), (2.1e9, .time, [0, 0.5e9, 1e9, 1.5e9, 2e9]),
    (61e9, .time, [0, 15, 30, 45, 60].map { (tick: Double) in tick * 1e9 }),
    (600e9, .time, [0, 2, 4, 6, 8, 10].map { (tick: Double) in tick * 60e9 }),
    (90_000e9, .time, [0, 6, 12, 18, 24].map { (tick: Double) in tick * 3600e9 }),
  ]

  @Test("even ticks are numbers that people read easily", arguments: rows)
  func ticks(row: (high: Double, steps: AxisSteps, ticks: [Double])) {
    let found = Axis(0...row.high, steps: row.steps) { "\($0)" }.ticks(atMost: 6)
    #expect(found.count == row.ticks.count, "\(found)")
    for (tick, expected) in zip(found, row.ticks) {
      #expect(abs(tick - expected) <= 1e-12 * row.high, "\(found)")
    }
  }

  @Test("an axis of no length has all values at one place")
  func empty() {
    let axis = Axis(5...5) { "\($0)" }
    #expect(axis.place(of: 5) == 0 && axis.ticks(atMost: 4).count <= 1)
  }
}
