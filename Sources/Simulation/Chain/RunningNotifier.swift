import RetryNumerics
import VirtualTime

/// The state of a notifier step for a call.
struct Note: Equatable {
  /// What it keeps in this subscription.
  var memory = ValueOperator.Memory()
  /// The number of closure calls in the call, which selects its random draws.
  var calls: UInt32 = 0
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
  /// A step and the key of its draws.
  private final class Step {
    let kind: Notifier.Step
    let key: DrawKey

    init(_ kind: Notifier.Step, _ key: DrawKey) { (self.kind, self.key) = (kind, key) }
  }

  private let kept: [Step]
  private let steps: UnsafeArray<Unretained<Step>>
  let count: Int

  init(_ notifier: Notifier, seed: UInt64) {
    kept = notifier.steps.map { Step($0.step, DrawKey(seed: seed, name: $0.name ?? "")) }
    steps = UnsafeArray(kept.map(Unretained.init))
    count = kept.count
  }

  /// Resets the notes for a new subscription.
  func begin(_ notes: inout UnsafeArray<Note>, from first: Int) {
    for index in 0..<count {
      steps[index].with { $0.kind.begin(&notes[first + index].memory) }
    }
  }

  /// Resets the notes for a new subscription, and makes them if there are none.
  func begin(_ notes: inout [Note]) {
    notes += Array(repeating: Note(), count: count - notes.count)
    for index in 0..<count { kept[index].kind.begin(&notes[index].memory) }
  }

  /// Returns the random delay of a value at a step before it is drawn, if it has one random number, and where it is
  /// drawn.
  func timer(for value: Value, at index: Int) -> (Expand.Timer, DrawKey)? {
    guard case .expand(let expand) = kept[index].kind else { return nil }
    return expand.timer(value).map { ($0, kept[index].key) }
  }

  /// Passes a value or a completion through a step; a completion can only be delayed.
  func reply(
    to value: inout Value, at index: Int, _ note: inout Note, _ call: UInt64, _ isCompleting: Bool
  ) -> NotifierReply {
    steps[index].with { step in
      if isCompleting {
        if case .delay(let delay) = step.kind { return .waits(delay) }
        return .goesOn
      }
      note.calls &+= 1
      var draws = Draws(step.key, call: call, attempt: note.calls, purpose: .closure)
      defer { if draws.hasDrawn { note.hasDrawn = true } }
      do throws(Fault) {
        return try step.kind.reply(to: &value, &note.memory, &draws)
      } catch {
        return .fails(error)
      }
    }
  }
}

extension Notifier.Step {
  fileprivate func begin(_ memory: inout ValueOperator.Memory) {
    if case .value(let kind) = self { kind.begin(&memory) } else { memory.begin() }
  }

  @inline(__always)
  fileprivate func reply(
    to value: inout Value, _ memory: inout ValueOperator.Memory, _ draws: inout Draws
  ) throws(Fault) -> NotifierReply {
    switch self {
    case .delay(let delay): return .waits(delay)
    case .value(let kind):
      return switch try kind.apply(to: &value, &memory, &draws) {
      case .passes: .goesOn
      case .passesAsLast: .lasts
      // No other error comes before a retry, so the call hangs, which only the engine explains.
      case .isDropped: .unknown
      case .completes: .completes
      }
    case .numbered(let range, let isFirst, let unpaired):
      guard memory.count < range.length else {
        return unpaired == .completes ? .completes : .unknown
      }
      value = memory.pair(range.lowerBound + Int64(memory.count), value, isFirst: isFirst)
      memory.count += 1
      return .goesOn
    case .expand(let expand): return try expand(value, &draws).reply(&value)
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
