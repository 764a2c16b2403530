import RetryNumerics
import VirtualTime

/// The state of a notifier step for a call.
struct Note: Equatable {
  /// The number of values in this subscription so far.
  var count = 0
  /// The number of closure calls in the call, which selects its random draws.
  var calls: UInt32 = 0
  /// The sum so far.
  var sum = Value.unit
  /// Whether its closure has drawn random numbers.
  var hasDrawn = false
}

/// The reply of a step to a value.
enum NotifierReply {
  case goesOn
  /// The value passes as the last one.
  case lasts
  case waits(Nanoseconds)
  /// The value is dropped and the notifier completes.
  case completes
  /// The value is dropped and the notifier fails.
  case fails(Fault)
  case unknown
}

/// A running notifier.
///
/// Its steps are unretained references, like the links between stages.
final class RunningNotifier {
  private let kept: [NotifierStep]
  private let steps: Slab<Unmanaged<NotifierStep>>
  /// The number of steps.
  let count: Int

  init(_ notifier: Notifier, seed: UInt64) {
    kept = notifier.steps.map { $0.step.running(DrawKey(seed: seed, name: $0.name ?? "")) }
    steps = Slab(kept.map(Unmanaged.passUnretained))
    count = kept.count
  }

  /// Resets the notes for a new subscription.
  func begin(_ notes: Slab<Note>, from first: Int) {
    for index in 0..<count {
      steps[index]._withUnsafeGuaranteedRef { $0.begin(&notes[first + index]) }
    }
  }

  /// Resets the notes for a new subscription, and makes them if there are none.
  func begin(_ notes: inout [Note]) {
    notes += Array(repeating: Note(), count: count - notes.count)
    for index in 0..<count { kept[index].begin(&notes[index]) }
  }

  /// Returns the random delay of a value at a step, if it has one.
  func timer(for value: Value, at index: Int) -> (Expand.Timer, DrawKey)? {
    kept[index].timer(for: value)
  }

  /// Passes a value or a completion through a step; a completion can only be delayed.
  func reply(
    to value: inout Value, at index: Int, _ note: inout Note, _ call: UInt64, _ isCompleting: Bool
  ) -> NotifierReply {
    steps[index]._withUnsafeGuaranteedRef { step in
      if isCompleting { return step.delayOfEnd.map(NotifierReply.waits) ?? .goesOn }
      do throws(Fault) {
        return try step.reply(to: &value, &note, call)
      } catch {
        return .fails(error)
      }
    }
  }
}

/// A step of a running notifier.
class NotifierStep {
  func begin(_ note: inout Note) { note.count = 0 }

  func reply(
    to value: inout Value, _ note: inout Note, _ call: UInt64
  ) throws(Fault) -> NotifierReply { .goesOn }

  /// The delay of a completion.
  var delayOfEnd: Nanoseconds? { nil }

  /// The delay of a value before it is drawn, if it has one random number, and where it is drawn.
  func timer(for value: Value) -> (Expand.Timer, DrawKey)? { nil }
}

extension Notifier.Step {
  /// Returns the running form of the step.
  fileprivate func running(_ key: DrawKey) -> NotifierStep {
    switch self {
    case .delay(let delay): return DelayStep(delay)
    case .take(let count): return TakeStep(count)
    case .enumerated: return NumberStep(0...(.max - 1), isFirst: true, atEnd: .unknown)
    case .numbered(let range, let isFirst, let unpaired):
      let end: NotifierReply = unpaired == .completes ? .completes : .unknown
      return NumberStep(range, isFirst: isFirst, atEnd: end)
    case .takeWhile(let holds):
      return ClosureStep(key) { (value, _, draws) throws(Fault) in
        try holds(value, &draws) ? .goesOn : .completes
      }
    case .filter(let isIncluded):
      return ClosureStep(key) { (value, _, draws) throws(Fault) in
        try isIncluded(value, &draws) ? .goesOn : .unknown
      }
    case .scan(let seed, let combine):
      return ClosureStep(key, seed: seed) { (value, sum, draws) throws(Fault) in
        sum = try combine(sum, value, &draws)
        value = sum
        return .goesOn
      }
    case .map(let transform):
      return ClosureStep(key) { (value, _, draws) throws(Fault) in
        value = try transform(value, &draws)
        return .goesOn
      }
    case .expand(let expand):
      return ClosureStep(key, timer: expand.timer) { (value, _, draws) throws(Fault) in
        try expand(value, &draws).reply(&value)
      }
    }
  }
}

extension Source {
  /// Replaces a value by the result of a source with one signal or one delay.
  fileprivate func reply(_ value: inout Value) throws(Fault) -> NotifierReply {
    guard case .leaf(let leaf) = form else { return .unknown }
    switch leaf {
    case .just(let given): value = given
    case .timer(let delay):
      value = .int(0)
      return .waits(delay)
    case .fail(let fault): throw fault
    case .empty, .never: return .unknown
    }
    return .goesOn
  }
}

private final class DelayStep: NotifierStep {
  private let delay: Nanoseconds

  init(_ delay: Nanoseconds) {
    self.delay = delay
  }

  override func reply(to value: inout Value, _ note: inout Note, _ call: UInt64) -> NotifierReply {
    .waits(delay)
  }

  override var delayOfEnd: Nanoseconds? { delay }
}

private final class TakeStep: NotifierStep {
  private let count: Int

  init(_ count: Int) {
    self.count = count
  }

  override func reply(to value: inout Value, _ note: inout Note, _ call: UInt64) -> NotifierReply {
    note.count += 1
    return note.count == count ? .lasts : .goesOn
  }
}

private final class NumberStep: NotifierStep {
  private let range: ClosedRange<Int>
  private let isFirst: Bool
  private let atEnd: NotifierReply
  /// The pair to send; its storage is reused unless the previous pair has been kept.
  // Unchecked, see `Stage`: each access ends before other code is called.
  @exclusivity(unchecked) private var pair: [Value] = [.unit, .unit]

  init(_ range: ClosedRange<Int>, isFirst: Bool, atEnd: NotifierReply) {
    (self.range, self.isFirst, self.atEnd) = (range, isFirst, atEnd)
  }

  override func reply(to value: inout Value, _ note: inout Note, _ call: UInt64) -> NotifierReply {
    guard note.count <= range.upperBound - range.lowerBound else { return atEnd }
    pair[isFirst ? 0 : 1] = .int(range.lowerBound + note.count)
    pair[isFirst ? 1 : 0] = value
    note.count += 1
    value = .tuple(pair)
    return .goesOn
  }
}

/// A step that calls a closure with the value, the sum so far, and its draws.
private final class ClosureStep: NotifierStep {
  typealias Body = (inout Value, _ sum: inout Value, inout Draws) throws(Fault) -> NotifierReply

  private let key: DrawKey
  private let seed: Value
  private let timer: @Sendable (Value) -> Expand.Timer?
  private let body: Body

  init(
    _ key: DrawKey, seed: Value = .unit,
    timer: @escaping @Sendable (Value) -> Expand.Timer? = { _ in nil }, _ body: @escaping Body
  ) {
    (self.key, self.seed, self.timer, self.body) = (key, seed, timer, body)
  }

  override func timer(for value: Value) -> (Expand.Timer, DrawKey)? {
    timer(value).map { ($0, key) }
  }

  override func begin(_ note: inout Note) { note.sum = seed }

  override func reply(
    to value: inout Value, _ note: inout Note, _ call: UInt64
  ) throws(Fault) -> NotifierReply {
    note.calls &+= 1
    var draws = Draws(key, call: call, attempt: note.calls, purpose: .closure)
    defer { if draws.hasDrawn { note.hasDrawn = true } }
    return try body(&value, &note.sum, &draws)
  }
}
