import Retry
import RetryLanguage
import RetryNumerics
import Simulation

// Delays one by one, for a library that takes them so.

extension Translation {
  /// The policy that the library makes of the call, with the timeouts beside it, unless it refuses the call.
  var written: RetryStrategy? {
    guard let made = try? call.policy() else { return nil }
    return made.with(
      inner: layers.aroundAttempt.compactMap(\.timeout),
      outer: layers.aroundCall.compactMap(\.timeout))
  }

  /// Sets the delays in the library's own words, or one by one where these words make others.
  mutating func setDelays(
    in unit: Unit = .nanosecond, words: (inout Translation) -> Void,
    orEach each: (inout Translation, DelayTable) -> Void
  ) {
    var worded = self
    words(&worded)
    let retries = (attempts ?? .max) - 1
    func whole(_ backoff: Backoff) -> DelayTable? {
      DelayTable(backoff, retries: retries, unit: Nanoseconds(unit.rawValue))
    }
    guard let table = whole(rules.backoff),
      worded.written.map({ table != whole($0.policy.rules.backoff) }) ?? true
    else {
      self = worded
      return
    }
    each(&self, table)
    if !rules.backoff.isDrawnEvenly, !table.isFixed {
      loseDelays("each delay is drawn evenly between its ends, whatever the one before was")
    }
    if retries > DelayTable.most, table.ranges.count == DelayTable.most {
      loseDelays("from the hundredth on the delays stay the same")
    }
  }
}

extension Translation {
  /// Notes delays that are drawn in another way, although between the same ends.
  mutating func checkDraws(_ backoff: Backoff) {
    let given = DelayShape(backoff)
    guard delays.shake != given.shake || delays.cap != nil && delays.capsLast != given.capsLast,
      !rules.backoff.isDrawnEvenly || !backoff.isDrawnEvenly
    else { return }
    loseDelays("delays are drawn in another way, between the same ends")
  }
}

extension Backoff {
  /// Whether each delay is fixed, or drawn evenly between its ends and by nothing else.
  fileprivate var isDrawnEvenly: Bool { Self.isDrawnEvenly(schedule, steps) }

  private static func isDrawnEvenly(_ schedule: Schedule, _ steps: [Step]) -> Bool {
    let draw = steps.firstIndex(where: \.isJitter) ?? steps.endIndex
    switch schedule {
    case .none, .constant, .linear, .exponential, .fibonacci, .delays: break
    case .joined(let parts):
      guard parts.allSatisfy({ isDrawnEvenly($0.schedule, $0.steps + steps) }) else { return false }
    case .decorrelated, .ratcheting, .smoothed, .computed, .caused: return false
    }
    if draw < steps.endIndex, case .wholeJitter = steps[draw] { return false }
    return steps[draw...].dropFirst().isEmpty
  }
}

extension Backoff.Step {
  /// Whether it draws a delay.
  fileprivate var isJitter: Bool {
    switch self {
    case .fullJitter, .equalJitter, .proportionalJitter, .scaledJitter, .additiveJitter,
      .wholeJitter:
      true
    case .maximum, .minimum, .truncated, .rounded: false
    }
  }
}

extension PolicyDocument.Layer {
  fileprivate var timeout: RetryStrategy.Layer? {
    if case .timeout(let limit) = self { .timeout(Nanoseconds(limit)) } else { nil }
  }
}
