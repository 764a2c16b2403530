import Conformance
import RetryNumerics
import Testing

@Suite("The speed of a scenario")
struct SpeedTests {
  @Test("turns a time of the scenario into the first one of the clock that reaches it")
  func clock() throws {
    for factor in [0.001, 0.1, 0.3, 1, 3, 7.7, 10, 1000] {
      let speed = try #require(Speed(factor))
      for count in [0, 1, 2, 3, 499, 500, 501, 1_000_000, 123_456_789, 86_400_000_000_000] {
        let time = Nanoseconds(Int64(count))
        let clock = speed.clock(time)
        #expect(speed.scenario(clock) >= time, "\(factor) \(time)")
        #expect(count == 0 || speed.scenario(clock - Nanoseconds(1)) <= time, "\(factor) \(time)")
      }
      #expect(speed.clock(.never) == .never && speed.scenario(.never) == .never)
    }
    #expect(Speed(10)?.clock(Nanoseconds(1_000_000)) == Nanoseconds(100_000))
    #expect(Speed.usual.clock(Nanoseconds(.max - 1)) == Nanoseconds(.max - 1))
  }

  @Test(
    "has bounds",
    arguments: [0, -0.0, -1, 0.0009, 1000.1, .infinity, -.infinity, .nan, 1e300, 1e-300] as [Double]
  )
  func bounds(factor: Double) {
    #expect(Speed(factor) == nil)
  }
}
