import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Calls that begin at other times")
struct SpreadTests {
  @Test(
    "have the rest of a time, counted from their beginning",
    arguments: [
      (10..<20, 0, 10..<20), (10..<20, 5, 5..<15), (10..<20, 12, 0..<8), (10..<20, 19, 0..<1),
      (10..<20, 20, nil), (10..<20, 30, nil),
    ] as [(Range<Int64>, Int64, Range<Int64>?)])
  func rest(time: Range<Int64>, began: Int64, rest: Range<Int64>?) {
    func instants(_ time: Range<Int64>) -> Range<Instant> {
      Instant(ms(time.lowerBound))..<Instant(ms(time.upperBound))
    }
    #expect(instants(time).counted(from: ms(began)) == rest.map(instants))
  }

  @Test("never reach the end of a time that has none")
  func endless() {
    let time = Instant(ms(10))..<Instant.never
    #expect(time.counted(from: ms(30)) == .start..<Instant.never)
  }
}
