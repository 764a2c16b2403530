import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// The published tables of the libraries of Swift.
@Suite("The presets of libraries of Swift")
struct SwiftPresetTests {
  private static let async = #""swift-async-algorithms-364", maxAttempts: 9, backoff: "#

  static let rows: [DelayRow] = [
    DelayRow(async + "linear(1ms, increment: 2ms)", [1, 3, 5, 7]),
    DelayRow(async + "exponential(1ms)", [1, 2, 4, 8]),
    DelayRow(async + "exponential(1ms).min(2ms)", [2, 2, 4, 8]),
    DelayRow(async + "exponential(1ms).max(5ms)", [1, 2, 4, 5]),
    DelayRow(async + "constant(3ms)", [3, 3]),
    // swift-retry draws the largest numbers, once the smallest.
    DelayRow(
      #""swift-retry", maxAttempts: 9, baseDelay: 3s, maxDelay: 60s"#,
      Words(units: [1, 1, 1, 0, 1]), [3000, 6000, 12_000, 0, 48_000]),
    DelayRow(
      #""swift-retry", maxAttempts: 9, baseDelay: 1s, maxDelay: 3s"#, [1000, 2000, 3000, 3000]),
    DelayRow(#""swift-retry", maxAttempts: 9"#, [1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]),
    DelayRow(#""task-retrying""#, [1000, 1000, 1000]),
    DelayRow(#""alamofire""#, [500, 1000]),
    DelayRow(
      #""alamofire", retryLimit: 4, exponentialBackoffBase: 3, exponentialBackoffScale: 0.1"#,
      [100, 300, 900, 2700]),
    DelayRow(#""combine", retries: 3"#, [0, 0, 0]), DelayRow(#""rxswift""#, [0, 0, 0]),
  ]

  @Test("delays are as published", arguments: rows)
  func delays(row: DelayRow) throws { try row.check() }

  /// The published delays in attoseconds for the seed 42, of a constant delay of 100 ms.
  private static let full: [Int64] = [
    15_991_039_287_692_012, 34_419_071_652_363_758, 86_822_807_654_653_238,
    80_063_187_671_350_344,
  ]
  private static let equal: [Int64] = [
    57_995_519_643_846_006, 67_209_535_826_181_879, 93_411_403_827_326_619,
    90_031_593_835_675_172,
  ]

  /// A published delay in nanoseconds.
  private static func rounded(_ attoseconds: Int64) -> Int64 {
    (attoseconds + 500_000_000) / 1_000_000_000
  }

  // There, a delay takes two words, of which the second is the upper one, and is counted in attoseconds.
  @Test(
    "seeded jitter is as published, rounded to the nanosecond",
    arguments: [
      ("fullJitter()", Self.full, Int64.max), ("equalJitter()", equal, .max),
      ("fullJitter().max(50ms)", full, 50_000_000), ("equalJitter().max(60ms)", equal, 60_000_000),
    ])
  func seeded(step: String, published: [Int64], most: Int64) throws {
    let strategy = try preset(Self.async + "constant(100ms).\(step)")
    let found = strategy.delays(4, drawing: Words(Self.upperWords))
    #expect(found == published.map { min(Self.rounded($0), most) })
  }

  /// The second, fourth, sixth and eighth word of SplitMix64 with the seed 42.
  private static var upperWords: [UInt64] {
    (1...4).map { pair in
      var word = 42 &+ UInt64(2 * pair) &* 0x9E37_79B9_7F4A_7C15
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }

  @Test("a thousand delays of a capped exponential back-off never trap")
  func saturates() throws {
    let strategy = try preset(
      #""swift-async-algorithms-364", maxAttempts: 1001, backoff: exponential(5s).max(120s)"#)
    let delays = strategy.milliseconds(1000)
    #expect(delays.prefix(6) == [5000, 10_000, 20_000, 40_000, 80_000, 120_000])
    #expect(delays.count == 1000 && delays.dropFirst(5).allSatisfy { $0 == 120_000 })
  }

  @Test(
    "what is a failed precondition there is refused",
    arguments: [
      async + "constant(-1ns)", async + "linear(1s, increment: -1s)",
      async + "exponential(1s, factor: 0.5)", async + "exponential(-1s)",
      #""swift-async-algorithms-364", maxAttempts: 0"#,
    ])
  func refused(text: String) {
    #expect(throws: NoPreset.self) { try preset(text) }
  }

  @Test(
    "calls are as published",
    arguments: [
      // swift-async-algorithms: how often the operation runs.
      ("fails: 100%", #""swift-async-algorithms-364", maxAttempts: 1"#, "0 | 0 failure error"),
      ("fails: 100%", #""swift-async-algorithms-364""#, "0 0 0 | 0 failure error"),
      ("script: [.a, ok]", #""swift-async-algorithms-364""#, "0 0 | 0 success ()"),
      (
        "script: [.a, .fatal, .a]",
        #""swift-async-algorithms-364", maxAttempts: 5, on: [.a]"#, "0 0 | 0 failure fatal"
      ),
      // OpenCombine: retry(3), retry(0), and the last error of four.
      (
        "script: [.oops1, .oops2, .oops3, .oops4, ok]", #""combine", retries: 3"#,
        "0 0 0 0 | 0 failure oops4"
      ),
      ("fails: [.oops: 100%]", #""combine", retries: 0"#, "0 | 0 failure oops"),
      ("fails: 100%", #""combine", retries: 5"#, "0 0 0 0 0 0 | 0 failure error"),
      // RxSwift: a number of attempts, and none of them waits.
      (
        "latency: 20ms, fails: 100%", #""rxswift", maxAttemptCount: 3"#,
        "0 20 40 | 60 failure error"
      ),
      (
        "latency: 1s, fails: 100%", #""task-retrying", maxRetryCount: 1"#,
        "0 2000 | 3000 failure error"
      ),
      // Alamofire retries some statuses only.
      ("script: [.http(408), .http(504), ok]", #""alamofire""#, "0 500 1500 | 1500 success ()"),
      ("script: [.http(501), ok]", #""alamofire""#, "0 | 0 failure http(501)"),
    ])
  func calls(operation: String, settings: String, expected: String) {
    let latency = operation.hasPrefix("latency") ? "" : "latency: 0s, "
    #expect(outcome(of: "op(\(latency)\(operation)).retry(preset(\(settings)))") == expected)
  }

  @Test(
    "without a limit 10 000 failures make 10 001 calls", arguments: ["-1", "unlimited"])
  func endless(retries: String) throws {
    let strategy = try preset("\"combine\", retries: \(retries)")
    #expect(strategy.delays(10_000) == Array(repeating: 0, count: 10_000))
  }
}
