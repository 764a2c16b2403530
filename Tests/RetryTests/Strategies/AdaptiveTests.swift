import Retry
import RetryNumerics
import Testing

@Suite("Throttles that adapt")
struct AdaptiveTests {
  private func counts(_ state: inout ClientThrottle.State, _ time: Int64) -> [Double] {
    var unused = Fixed.greatest
    let (requests, accepts) = state.counts(at: Nanoseconds(time * 1_000_000))
    _ = state.request(at: Nanoseconds(time * 1_000_000), using: &unused)
    return [requests, accepts]
  }

  @Test("requests and accepts count within the window, and are dropped part by part")
  func window() {
    var state = ClientThrottle.State(ClientThrottle(window: .milliseconds(160)))
    #expect(counts(&state, 0) == [0, 0])
    state.accept(at: .milliseconds(5))
    #expect(counts(&state, 15) == [1, 1])
    #expect(counts(&state, 159) == [2, 1])
    #expect(counts(&state, 160) == [2, 0])
    #expect(counts(&state, 1000) == [0, 0])
  }

  @Test("a window too short for its parts still works")
  func shortWindow() {
    var state = ClientThrottle.State(ClientThrottle(window: .nanoseconds(1)))
    #expect(counts(&state, 0) == [0, 0])
    #expect(counts(&state, 0) == [1, 0])
    #expect(counts(&state, 1) == [0, 0])
  }

  @Test(
    "a service that accepts nothing gets fewer and fewer requests, one that accepts all gets all")
  func shedding() {
    var (dead, alive) = (ClientThrottle.State(.init()), ClientThrottle.State(.init()))
    var generator = SplitMix64(seed: 1)
    var sent = (dead: 0, alive: 0)
    for second in 0..<100 {
      let now = Duration.seconds(second)
      if case .success = dead.request(at: now, using: &generator) { sent.dead += 1 }
      if case .success = alive.request(at: now, using: &generator) {
        sent.alive += 1
        alive.accept(at: now)
      }
    }
    #expect(sent.dead < 15)
    #expect(sent.alive == 100)
  }

  /// An answer at a time, and the rate that the curve gives.
  struct Answer: Sendable {
    let time: Double
    var isThrottled = false
    let rate: Double
  }

  @Test("the cubic curve grows as published")
  func success() {
    let curve = CubicRate.Curve(CubicRate(), peak: 10, at: 5)
    let rates = [
      7.0, 9.64893600966, 10.000030849917, 10.453284520772, 13.408697022224, 21.266268354274,
      36.425998516920,
    ]
    for (time, rate) in zip(5..., rates) {
      #expect(abs(curve.succeeded(at: Double(time)) - rate) < 5e-12)
    }
  }

  @Test("the cubic curve drops and grows again as published")
  func mixed() {
    let answers = [
      Answer(time: 5, rate: 7.0), Answer(time: 6, rate: 9.64893600966),
      Answer(time: 7, isThrottled: true, rate: 6.754255206762),
      Answer(time: 8, isThrottled: true, rate: 4.727978644733),
      Answer(time: 9, rate: 6.606547753887), Answer(time: 10, rate: 6.763279816945),
      Answer(time: 11, rate: 7.598174833907), Answer(time: 12, rate: 11.511232804774),
    ]
    var curve = CubicRate.Curve(CubicRate(), peak: 10, at: 5)
    var last = 0.0
    for answer in answers {
      last =
        answer.isThrottled
        ? curve.throttled(at: answer.time, rate: last) : curve.succeeded(at: answer.time)
      #expect(abs(last - answer.rate) < 5e-12, "at \(answer.time)")
    }
  }

  @Test("the measured rate and the fill rate are as published, end to end")
  func endToEnd() {
    let rows: [(measured: Double, fill: Double, isThrottled: Bool)] = [
      (0, 0.5, false), (0, 0.5, false), (4.8, 0.5, false), (4.8, 0.5, false),
      (4.16, 0.5, false), (4.16, 0.6912, false), (4.16, 1.0976, false), (5.632, 1.6384, false),
      (5.632, 2.3328, false), (4.3264, 3.02848, true), (4.3264, 3.486639, false),
      (4.3264, 3.821874, false), (5.66528, 4.053386, false), (5.66528, 4.200373, false),
      (4.333056, 4.282037, false), (4.333056, 2.997426, true), (4.333056, 3.452226, false),
    ]
    var state = CubicRate.State(CubicRate())
    for (index, row) in rows.enumerated() {
      state.answered(isThrottled: row.isThrottled, at: .milliseconds(200 * (index + 1)))
      #expect(abs(state.measuredRate - row.measured) < 5e-7, "row \(index)")
      #expect(abs(state.fillRate - row.fill) < 5e-7, "row \(index)")
    }
  }

  @Test("attempts wait for tokens only after the service has throttled, each for its own")
  func waits() {
    var state = CubicRate.State(CubicRate())
    for _ in 0..<100 { #expect(state.wait(at: Duration.zero) == .zero) }
    state.answered(isThrottled: true, at: Duration.zero)
    #expect(state.isEnabled)
    #expect(state.fillRate == 0.5)
    #expect(state.wait(at: Duration.zero) == .seconds(2))
    #expect(state.wait(at: Duration.zero) == .seconds(4))
    #expect(state.wait(at: .seconds(5)) == .seconds(1))
  }
}
