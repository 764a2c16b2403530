import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// What a policy does after a failure, as all that its random draws can make of it.
///
/// The policy itself decides many times, with draws that cover the unit interval evenly. So whatever it does, with
/// whichever back-off, is judged by the code that does it.
struct PlannedRetry {
  struct Choice {
    let delay: Nanoseconds
    let state: RetryState
  }

  /// The delays in ascending order, each with the state that it leaves.
  private(set) var choices: [Choice] = []
  /// The shortest and the longest delay.
  private(set) var range: ClosedRange<Nanoseconds>?
  /// Why the call may end instead.
  private(set) var refusals: [RefusalReason] = []
  /// Whether it may end as completed, or a person may be asked.
  private(set) var mayEndOtherwise = false
  /// Whether a delay is what the error requests.
  private(set) var followsHint = false

  static let draws = 256

  /// Asks a policy after a failure that may have been seen at either of two times.
  init(
    _ strategy: RetryStrategy, after faults: [Fault], elapsed: [Nanoseconds], _ state: RetryState
  ) {
    for fault in faults {
      for elapsed in elapsed {
        for draw in 0..<Self.draws {
          var draws = EvenDraws(draw, of: Self.draws)
          decide(strategy, fault, elapsed, state, &draws)
        }
        for end in [0, UInt64.max] {
          var draws = OneDraw(word: end)
          decide(strategy, fault, elapsed, state, &draws)
        }
      }
    }
    choices.sort { $0.delay < $1.delay }
    if let first = choices.first, let last = choices.last { range = first.delay...last.delay }
  }

  private mutating func decide(
    _ strategy: RetryStrategy, _ fault: Fault, _ elapsed: Nanoseconds, _ state: RetryState,
    _ draws: inout some RandomNumberGenerator
  ) {
    var state = state
    let decision = strategy.policy.decide(
      after: fault, given: { GivenError($0) }, elapsed: elapsed, state: &state, using: &draws)
    switch decision {
    case .retry(let delay, let cause):
      choices.append(Choice(delay: delay.nanoseconds, state: state))
      if cause == .hint || cause == .shortenedHint { followsHint = true }
    case .fail(let reason): if !refusals.contains(reason) { refusals.append(reason) }
    case .complete, .ask: mayEndOtherwise = true
    }
  }

  var mayRetry: Bool { !choices.isEmpty }
  var mayEnd: Bool { !refusals.isEmpty || mayEndOtherwise }

  /// The mean of the delays, in nanoseconds.
  var mean: Double {
    choices.reduce(0) { $0 + Double($1.delay.count) } / Double(max(choices.count, 1))
  }

  /// The state after a delay, which is that of the nearest planned one.
  func state(after delay: Nanoseconds) -> RetryState? {
    choices.min { abs(($0.delay - delay).count) < abs(($1.delay - delay).count) }?.state
  }

  /// The share of the delays that are shorter than one; those that are equal count half.
  func share(below delay: Nanoseconds) -> Double {
    let (from, to) = (rank(of: delay), rank(of: delay + Nanoseconds(1)))
    return Double(from + to) / 2 / Double(max(choices.count, 1))
  }

  /// The number of delays that are shorter than one.
  func rank(of delay: Nanoseconds) -> Int {
    var (low, high) = (0, choices.count)
    while low < high {
      let middle = (low + high) / 2
      if choices[middle].delay < delay { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Draws of which the first is one of many that lie evenly, and the others are random.
private struct EvenDraws: RandomNumberGenerator {
  private static let key = DrawKey(seed: 0, name: "planned retries")

  private var word: UInt64?
  private var rest: Draws

  init(_ index: Int, of count: Int) {
    let step = UInt64.max / UInt64(count)
    word = step * UInt64(index) + step / 2
    rest = Draws(Self.key, call: UInt64(index), attempt: 1, purpose: .jitter)
  }

  mutating func next() -> UInt64 {
    defer { word = nil }
    return word ?? rest.next()
  }
}

/// The same draw each time.
private struct OneDraw: RandomNumberGenerator {
  let word: UInt64

  mutating func next() -> UInt64 { word }
}
