import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Rates over time")
struct RateProfileTests {
  private static func seconds(_ count: Double) -> Nanoseconds { Nanoseconds(rounding: count * 1e9) }

  private static func constant(_ rate: Double) -> RateProfile { RateProfile(constant: rate) }

  /// A surge, a pause and two ramps, one of which is cut.
  private static func changing() throws -> RateProfile {
    try RateProfile([
      (seconds(0), constant(40)), (seconds(5), constant(200)), (seconds(6), constant(0)),
      (seconds(8), .ramp(from: 10, to: 90, over: seconds(4))),
      (seconds(14), .ramp(from: 100, to: 0, over: seconds(10))), (seconds(19), constant(20)),
    ])
  }

  /// Returns the times of arrivals.
  private func times(
    _ profile: RateProfile, _ spacing: Load.Spacing = .poisson, seed: UInt64,
    for span: Nanoseconds = seconds(25)
  ) throws -> [Nanoseconds] {
    let load = try Load(.just(1), .rated(profile, spacing), for: span)
    var (now, times) = (Instant.start, [Nanoseconds]())
    while true {
      now = now.advanced(
        by: load.populations[0].gap(
          before: UInt64(times.count), drawing: UInt64(times.count), at: now,
          LoadDriver.key(seed: seed)))
      guard now.sinceStart <= span else { return times }
      times.append(now.sinceStart)
    }
  }

  @Test("the expected number of calls is the integral of the rate")
  func integral() throws {
    let profile = try Self.changing()
    for (time, exact) in [
      (0, 0), (5, 200), (5.5, 300), (6, 400), (8, 400), (10, 460), (12, 600), (14, 780),
      (16.5, 998.75), (19, 1155), (25, 1275),
    ] {
      #expect((profile.calls(until: Self.seconds(time)) - exact).magnitude < 1e-9, "\(time)")
    }
  }

  @Test("as many calls arrive in each piece as its integral says")
  func counts() throws {
    let (profile, runs) = (try Self.changing(), UInt64(300))
    let edges = [0, 2.5, 5, 6, 8, 10, 12, 14, 16.5, 19, 25].map(Self.seconds)
    var counts = Array(repeating: 0, count: edges.count - 1)
    for seed in 0..<runs {
      for time in try times(profile, seed: seed) {
        counts[(edges.firstIndex { time <= $0 } ?? 1) - 1] += 1
      }
    }
    for (index, count) in counts.enumerated() {
      let exact =
        (profile.calls(until: edges[index + 1]) - profile.calls(until: edges[index]))
        * Double(runs)
      // A Poisson number has its mean as its variance; four deviations, in ten pieces.
      let difference = (Double(count) - exact).magnitude
      #expect(difference <= 4 * exact.squareRoot(), "piece \(index): \(count), \(exact)")
    }
    #expect(counts[3] == 0)
  }

  @Test("in cumulated time, the arrivals are those of the constant rate 1", arguments: 0..<20)
  func timeChange(seed: UInt64) throws {
    let profile = try Self.changing()
    let plain = try times(Self.constant(1), seed: seed, for: Self.seconds(2000))
    let changed = try times(profile, seed: seed)
    #expect(changed.count > 1000)
    for (exact, time) in zip(plain, changed) {
      // A thousand times are rounded by up to half a nanosecond each, at rates of up to 200/s.
      let difference = profile.calls(until: time) - Double(exact.count) / 1e9
      #expect(difference.magnitude < 1e-5)
    }
  }

  @Test("a rate that is written as a list of one is that rate, to the nanosecond")
  func same() throws {
    for rate in [0.3, 40, 123.4] {
      let plain = try times(Self.constant(rate), seed: 7)
      #expect(try plain == times(RateProfile([(.zero, Self.constant(rate))]), seed: 7))
      let cut = try times(
        RateProfile([(.zero, Self.constant(rate)), (Self.seconds(9), Self.constant(rate))]), seed: 7
      )
      #expect(zip(plain, cut).allSatisfy { ($0 - $1).count.magnitude <= 1 })
      #expect(plain.count == cut.count)
    }
  }

  @Test("steady arrivals are one expected call apart, and the count is exact in each piece")
  func steady() throws {
    let even = try times(Self.constant(3), .steady, seed: 1)
    #expect(even == (1...75).map { Nanoseconds(rounding: Double($0) * 1e9 / 3) })
    let profile = try Self.changing()
    let changed = try times(profile, .steady, seed: 1)
    #expect(changed.count == 1275)
    for (start, end) in [(0.0, 5.0), (5, 6), (6, 8), (8, 12), (12, 14), (14, 19), (19, 25)] {
      let (start, end) = (Self.seconds(start), Self.seconds(end))
      let count = changed.count { $0 > start && $0 <= end }
      let exact = profile.calls(until: end) - profile.calls(until: start)
      #expect((Double(count) - exact).magnitude <= 1, "\(start)")
    }
    for (number, time) in changed.enumerated() {
      #expect((profile.calls(until: time) - Double(number + 1)).magnitude < 1e-6)
    }
  }

  @Test("a rate that ends at zero ends the arrivals")
  func ends() throws {
    let profile = try RateProfile([
      (.zero, Self.constant(50)), (Self.seconds(1), .ramp(from: 50, to: 0, over: Self.seconds(1))),
    ])
    for spacing in [Load.Spacing.poisson, .steady] {
      let times = try times(profile, spacing, seed: 3, for: Self.seconds(1_000_000))
      #expect(times.count > 50 && times.allSatisfy { $0 <= Self.seconds(2) })
    }
  }

  @Test("impossible rates are refused")
  func refused() throws {
    let one = Self.constant(1)
    let cases: [(String, () throws -> RateProfile)] = [
      (
        "the times of rates must increase: 1s follows 2s",
        {
          try RateProfile([(Self.seconds(2), one), (Self.seconds(1), one)])
        }
      ),
      ("a rate cannot start at -1s", { try RateProfile([(Self.seconds(-1), one)]) }),
      ("the rate must be between 1e-6/s and 1e8/s, not 0.0/s", { try RateProfile([]) }),
      ("a ramp must be longer than 0s, not 0s", { try .ramp(from: 1, to: 2, over: .zero) }),
      ("a ramp must end", { try .ramp(from: 1, to: 2, over: .never) }),
      (
        "the rate must be between 1e-6/s and 1e8/s, not inf/s",
        {
          try .ramp(from: 1, to: .infinity, over: .never - Nanoseconds(1))
        }
      ),
      (
        "a rate can change at most 1000 times",
        {
          try RateProfile((0...1000).map { (Nanoseconds($0), one) })
        }
      ),
    ]
    for (words, make) in cases {
      let error = #expect(throws: InvalidArgument.self) { try make() }
      #expect(error?.description == words)
    }
    for profile in [Self.constant(0), Self.constant(-1), Self.constant(.nan), Self.constant(1e9)] {
      #expect(throws: InvalidArgument.self) {
        try Load(.just(1), .rated(profile, .poisson), for: Self.seconds(1))
      }
    }
  }
}
