import Foundation
import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// The published tables of the libraries of .NET, the JVM, Go and JavaScript.
@Suite("The presets of libraries of .NET, the JVM, Go and JavaScript")
struct PlatformPresetTests {
  private static let polly = #""polly", MaxRetryAttempts: 9, Delay: 1s, "#
  private static let resilience = #""resilience4j", maxAttempts: 20, "#
  private static let failsafe = #""failsafe", maxRetries: 9, delay: 100ms, "#
  private static let cenkalti = #""cenkalti", "#
  private static let cockatiel = #""cockatiel", generator: "#

  static let rows: [DelayRow] = [
    // Polly: jitter of constant and linear delays, and exponential ones.
    DelayRow(
      polly + "UseJitter: true", Words(units: [0, 0.4, 0.6, 1]), [750, 950, 1050, 1250]),
    DelayRow(polly + "BackoffType: Linear", [1000, 2000, 3000]),
    DelayRow(polly + "BackoffType: Exponential", [1000, 2000, 4000]),
    DelayRow(#""polly""#, [2000, 2000, 2000]),
    DelayRow(
      polly + "BackoffType: Linear, UseJitter: true, MaxDelay: 3s", [1250, 2500, 3000, 3000]),
    DelayRow(#""polly", Delay: 0s, BackoffType: Exponential, UseJitter: true"#, [0, 0, 0]),
    // resilience4j: whole milliseconds at each step.
    DelayRow(
      resilience + "enableExponentialBackoff: true", [500, 750, 1125, 1687, 2530, 3795, 5692]),
    DelayRow(
      resilience
        + "waitDuration: 100ms, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2, exponentialMaxWaitDuration: 100s",
      [
        100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 100_000, 100_000, 100_000,
      ]),
    DelayRow(#""resilience4j""#, [500, 500]),
    DelayRow(
      resilience + "enableRandomizedWait: true", Words(units: [0, 0.5, 0.999, 1]),
      [250, 500, 749, 750]),
    DelayRow(
      resilience
        + "enableExponentialBackoff: true, enableRandomizedWait: true, exponentialMaxWaitDuration: 2s",
      [750, 1125, 1687, 2000, 2000]),
    DelayRow(
      resilience + "waitDuration: 1ms, enableRandomizedWait: true, randomizedWaitFactor: 1", .least,
      [1, 1]),
    // Failsafe: the published draws from the other end, and no cap after the jitter.
    DelayRow(
      failsafe + "jitterFactor: 0.5", Words(units: [1, 0.75, 0.5, 0.25]), [150, 125, 100, 75]),
    DelayRow(
      failsafe + "jitter: 50ms", Words(units: [1, 0.75, 0.5, 0.25, 0]), [150, 125, 100, 75, 50]),
    DelayRow(failsafe + "maxDelay: 2s", [100, 200, 400, 800, 1600, 2000, 2000]),
    DelayRow(failsafe + "maxDelay: 400ms, jitterFactor: 0.25", [125, 250, 500, 500]),
    DelayRow(failsafe + "maxDelay: 1s, delayFactor: 3", [100, 300, 900, 1000]),
    DelayRow(#""failsafe""#, [0, 0]),
    // cenkalti: intervals, and their ends.
    DelayRow(
      cenkalti + "Multiplier: 2, MaxInterval: 5s, RandomizationFactor: 0.1", .middle,
      [500, 1000, 2000, 4000, 5000, 5000]),
    DelayRow(
      cenkalti + "Multiplier: 2, MaxInterval: 5s, RandomizationFactor: 0.1",
      [550, 1100, 2200, 4400, 5500, 5500]),
    DelayRow(
      cenkalti + "Multiplier: 2, MaxInterval: 5s, RandomizationFactor: 0.1", .least,
      [450, 900, 1800, 3600, 4500, 4500]),
    DelayRow(cenkalti + "Multiplier: 9", [750, 6750, 60_750, 90_000, 90_000]),
    DelayRow(
      #""opentelemetry-collector""#, .middle, [5000, 7500, 11_250, 16_875, 25_312.5, 30_000]),
    // client-go: doubling without jitter.
    DelayRow(#""k8s-workqueue", baseDelay: 1ms"#, [1, 2, 4, 8, 16]),
    DelayRow(#""k8s-workqueue""#, [5, 10, 20, 40]),
    // cockatiel: whole milliseconds, and an exponent that some generators ignore.
    DelayRow(
      cockatiel + "noJitterGenerator", [128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 30_000]),
    DelayRow(cockatiel + "noJitterGenerator, exponent: 3", [128, 256, 512]),
    DelayRow(cockatiel + "fullJitterGenerator", Words(units: [0.3]), [38, 76, 153]),
    DelayRow(cockatiel + "halfJitterGenerator", Words(units: [0.3]), [83, 166, 332]),
    DelayRow(#""cockatiel", backoff: constant, delay: 3s"#, [3000, 3000]),
    DelayRow(#""cockatiel", backoff: none"#, [0, 0]),
  ]

  @Test("delays are as published", arguments: rows)
  func delays(row: DelayRow) throws { try row.check() }

  @Test(
    "the third linear delay of Polly is as published for each draw",
    arguments: [(0, 2250), (0.4, 2850), (0.5, 3000), (0.6, 3150), (1, 3750)])
  func linear(draw: Double, expected: Double) throws {
    let strategy = try preset(Self.polly + "BackoffType: Linear, UseJitter: true")
    #expect(strategy.milliseconds(3, drawing: Words(units: [draw]))[2] == expected)
  }

  @Test("a delay of Polly that overflows is the maximum, or the longest that there is")
  func overflow() throws {
    let endless = #""polly", MaxRetryAttempts: unlimited, BackoffType: Exponential"#
    for jitter in ["", ", UseJitter: true"] {
      #expect(try preset(endless + jitter).delays(1100).last == .max)
      #expect(try preset(endless + jitter + ", MaxDelay: 1m").milliseconds(1100).last == 60_000)
    }
  }

  /// The delays in nanoseconds of the formula that Polly and cockatiel share, by the functions of the platform.
  private func smoothed(_ base: Double, exponent: Double, draws: [Double]) -> [Double] {
    var before = 0.0
    return draws.enumerated().map { retry, draw in
      let time = Double(retry) + draw
      let sum = pow(exponent, time) * tanh((4 * time).squareRoot())
      defer { before = sum }
      return (sum - before) / 1.4 * base
    }
  }

  @Test(
    "decorrelated jitter is what its formula gives, over many draws",
    arguments: [
      (polly + "BackoffType: Exponential, UseJitter: true", 1e9, 2.0),
      (#""dotnet-http-standard", MaxRetryAttempts: 9"#, 2e9, 2),
      (#""cockatiel", maxDelay: 1h"#, 128e6, 2),
      (#""cockatiel", maxDelay: 1h, exponent: 3"#, 128e6, 3),
    ])
  func formula(settings: String, base: Double, exponent: Double) throws {
    let strategy = try preset(settings)
    for seed in 0..<200 {
      let draws = (0..<8).map { Double((seed * 8 + $0) * 37 % 1024) / 1024 }
      let found = strategy.delays(8, drawing: Words(units: draws))
      let expected = smoothed(base, exponent: exponent, draws: draws)
      for (delay, exact) in zip(found, expected) {
        // Each of two sums is rounded to a nanosecond, and computed to about 15 digits.
        #expect((Double(delay) - exact).magnitude <= 1 + exact * 1e-13, "\(draws)")
      }
    }
  }

  @Test("the intervals of cenkalti and their ranges are those of its table")
  func table() throws {
    let rows: [(interval: Double, low: Double, high: Double)] = [
      (0.5, 0.25, 0.75), (0.75, 0.375, 1.125), (1.125, 0.562, 1.687), (1.687, 0.8435, 2.53),
      (2.53, 1.265, 3.795), (3.795, 1.897, 5.692), (5.692, 2.846, 8.538), (8.538, 4.269, 12.807),
      (12.807, 6.403, 19.210),
    ]
    let strategy = try preset("\"cenkalti\", MaxElapsedTime: 0s")
    let middles = strategy.milliseconds(9, drawing: .middle)
    let ranges = strategy.policy.rules.backoff.ranges(9)
    for (row, (middle, range)) in zip(rows, zip(middles, ranges)) {
      let ends = [range.lowerBound, range.upperBound].map { Double($0.count) / 1e9 }
      for (found, printed) in zip([middle / 1000] + ends, [row.interval, row.low, row.high]) {
        // The table gives three decimals, cut at each step: in all it is less than a thousandth too low.
        #expect((found - printed).magnitude < 0.001 * printed, "\(found) for \(printed)")
      }
    }
  }

  @Test("cenkalti gives up before a wait that would cross 15 minutes")
  func elapsed() {
    let settings = "RandomizationFactor: 0, Multiplier: 2, InitialInterval: 2m, MaxInterval: 1h"
    let text = "op(latency: 0s, fails: 100%).retry(preset(\"cenkalti\", \(settings)))"
    #expect(outcome(of: text) == "0 120000 360000 840000 | 840000 failure error")
  }

  @Test(
    "a wait that ends exactly at the limit of time is made, and not a nanosecond more",
    arguments: [
      ("cenkalti", "InitialInterval: 1s, RandomizationFactor: 0, MaxElapsedTime: "),
      (
        "opentelemetry-collector",
        "initial_interval: 1s, randomization_factor: 0.0, max_elapsed_time: "
      ),
    ])
  func atTheLimit(name: String, settings: String) {
    func starts(_ limit: String) -> String {
      outcome(
        of: "op(latency: 0s, fails: 100%).retry(preset(\"\(name)\", \(settings)\(limit)))")
    }
    #expect(starts("1s") == "0 1000 | 1000 failure error")
    #expect(starts("999999999ns") == "0 | 0 failure error")
  }

  @Test("the delay of client-go is 1000 s after a thousand failures")
  func capped() throws {
    let strategy = try preset(#""k8s-workqueue", baseDelay: 1ms"#)
    #expect(strategy.milliseconds(1000).last == 1_000_000)
  }

  @Test("cockatiel's delays stay in their bounds over 3000 draws", arguments: 0..<10)
  func bounds(seed: UInt64) throws {
    let words = Words((0..<3000).map { (UInt64($0) &+ seed &* 3000) &* 0x9E37_79B9_7F4A_7C15 })
    for generator in [
      "decorrelatedJitterGenerator", "fullJitterGenerator", "halfJitterGenerator",
      "noJitterGenerator",
    ] {
      let delays = try preset(Self.cockatiel + generator).milliseconds(3000, drawing: words)
      for (retry, delay) in delays.enumerated() {
        #expect(delay >= 0 && delay <= min(30_000, 128 * pow(2, Double(retry + 1))))
      }
    }
  }
}
