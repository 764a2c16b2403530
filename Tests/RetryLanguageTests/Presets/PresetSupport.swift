import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// A generator that gives words in turn, and repeats the last one.
struct Words: RandomNumberGenerator, Sendable {
  private var rest: ArraySlice<UInt64>

  /// Creates a generator of words.
  init(_ words: [UInt64]) { rest = words[...] }

  /// Creates a generator of draws between zero and one; one itself is the largest draw below it.
  init(units: [Double]) {
    self.init(units.map { $0 >= 1 ? .max : UInt64($0 * 0x1p52) << 12 })
  }

  /// Returns the next word.
  mutating func next() -> UInt64 {
    rest.count > 1 ? rest.removeFirst() : rest.first ?? 0
  }

  /// The smallest draw.
  static let least = Words([0])
  /// The draw in the middle.
  static let middle = Words(units: [0.5])
  /// The largest draw.
  static let most = Words([.max])
}

/// A text that is no preset.
struct NoPreset: Error {
  let told: [String]
}

/// Returns the policy of a preset with settings, such as `"polly", Delay: 1s`.
func preset(_ settings: String) throws -> RetryStrategy {
  let text = "preset(\(settings))"
  let reading = Reading(text)
  guard case .policy(let strategy)? = reading.values.last?.item else {
    throw NoPreset(told: reading.told(text))
  }
  return strategy
}

extension RetryStrategy {
  /// Returns the attempts of a call that fails again and again at once; `nil` if there are a thousand.
  var attempts: Int? {
    var (state, words) = (RetryState(), Words.least)
    for attempt in 1..<1000 {
      let decision = policy.decide(
        after: Fault.unspecified, elapsed: .zero, state: &state, using: &words)
      guard case .retry = decision else { return attempt }
    }
    return nil
  }

  /// Returns the first delays in nanoseconds after errors, of which the last one repeats.
  func delays(
    _ count: Int, drawing words: Words = .most, after faults: [Fault] = [.unspecified]
  ) -> [Int64] {
    var (state, words) = (RetryState(), words)
    return (0..<count).compactMap { retry in
      let decision = policy.decide(
        after: faults[min(retry, faults.count - 1)], elapsed: .zero, state: &state,
        using: &words)
      guard case .retry(let delay, _) = decision else { return nil }
      return delay.nanoseconds.count
    }
  }

  /// Returns the first delays in milliseconds.
  func milliseconds(
    _ count: Int, drawing words: Words = .most, after faults: [Fault] = [.unspecified]
  ) -> [Double] {
    delays(count, drawing: words, after: faults).map { Double($0) / 1e6 }
  }
}

/// A row of a published table of delays: a preset, how many delays, what is drawn, and the delays in milliseconds.
struct DelayRow: Sendable, CustomTestStringConvertible {
  let preset: String
  let words: Words
  var faults: [Fault] = [.unspecified]
  let delays: [Double]
  var testDescription: String { preset }

  /// Creates a row of given draws.
  init(_ preset: String, _ words: Words, _ delays: [Double]) {
    (self.preset, self.words, self.delays) = (preset, words, delays)
  }

  /// Creates a row of the largest draws.
  init(_ preset: String, _ delays: [Double]) { self.init(preset, .most, delays) }

  /// Creates a row of delays after errors, of which the last one repeats.
  init(_ preset: String, after faults: [Fault], _ delays: [Double]) {
    self.init(preset, .most, delays)
    self.faults = faults
  }

  /// Checks the row.
  func check(_ place: SourceLocation = #_sourceLocation) throws {
    let found = try RetryLanguageTests.preset(preset).milliseconds(
      delays.count, drawing: words, after: faults)
    #expect(found == delays, "\(preset)", sourceLocation: place)
  }
}
