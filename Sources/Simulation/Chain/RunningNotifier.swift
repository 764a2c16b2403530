import RetryNumerics
import VirtualTime

/// What a step of a notifier knows of a call.
struct Note {
  /// The values so far of this subscription.
  var count = 0
  /// The calls of its closure in the whole call, by which it draws.
  var calls: UInt32 = 0
  /// The sum so far.
  var sum = Value.unit
}

/// What a step of a notifier makes of a value.
enum NotifierReply {
  case goesOn
  /// It goes on, and is the last one.
  case lasts
  case waits(Nanoseconds)
  /// It goes no further, and the notifier completes.
  case completes
  /// It goes no further, and the notifier fails.
  case fails(Fault)
  case unknown
}

/// A notifier as it runs; its steps are followed without being counted, like the stages of the engine.
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

  /// Sets the notes of a subscription anew.
  func begin(_ notes: Slab<Note>, from first: Int) {
    for index in 0..<count {
      steps[index]._withUnsafeGuaranteedRef { $0.begin(&notes[first + index]) }
    }
  }

  /// Lets a value pass a step, or a completion, which steps may only delay.
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

/// What happens to each value in a running notifier.
class NotifierStep {
  private let key: DrawKey

  init(_ key: DrawKey) {
    self.key = key
  }

  func begin(_ note: inout Note) { note.count = 0 }

  func reply(
    to value: inout Value, _ note: inout Note, _ call: UInt64
  ) throws(Fault) -> NotifierReply { .goesOn }

  /// How long a completion is held back.
  var delayOfEnd: Nanoseconds? { nil }

  /// The draws of the next call of its closure.
  final func draws(_ note: inout Note, _ call: UInt64) -> Draws {
    note.calls &+= 1
    return Draws(key, call: call, attempt: note.calls, purpose: .closure)
  }
}

extension Notifier.Step {
  /// The step as it runs.
  fileprivate func running(_ key: DrawKey) -> NotifierStep {
    switch self {
    case .delay(let delay): DelayStep(delay, key)
    case .take(let count): TakeStep(count, key)
    case .takeWhile(let holds): TestStep(holds, otherwise: .completes, key)
    case .filter(let isIncluded): TestStep(isIncluded, otherwise: .unknown, key)
    case .scan(let seed, let combine): ScanStep(seed, combine, key)
    case .map(let transform): MapStep(transform, key)
    case .enumerated: NumberStep(0...(.max - 1), isFirst: true, atEnd: .unknown, key)
    case .numbered(let range, let isFirst, let unpaired):
      NumberStep(
        range, isFirst: isFirst, atEnd: unpaired == .completes ? .completes : .unknown, key)
    case .expand(let expand): ExpandStep(expand, key)
    }
  }
}

private final class DelayStep: NotifierStep {
  private let delay: Nanoseconds

  init(_ delay: Nanoseconds, _ key: DrawKey) {
    self.delay = delay
    super.init(key)
  }

  override func reply(to value: inout Value, _ note: inout Note, _ call: UInt64) -> NotifierReply {
    .waits(delay)
  }

  override var delayOfEnd: Nanoseconds? { delay }
}

private final class TakeStep: NotifierStep {
  private let count: Int

  init(_ count: Int, _ key: DrawKey) {
    self.count = count
    super.init(key)
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
  /// The pair that is sent; its storage is used again when nobody has kept the last one.
  // Unchecked, see `Stage`: each access is over before anything else is called.
  @exclusivity(unchecked) private var pair: [Value] = [.unit, .unit]

  init(_ range: ClosedRange<Int>, isFirst: Bool, atEnd: NotifierReply, _ key: DrawKey) {
    (self.range, self.isFirst, self.atEnd) = (range, isFirst, atEnd)
    super.init(key)
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

private final class TestStep: NotifierStep {
  private let holds: Predicate
  private let refusal: NotifierReply

  init(_ holds: @escaping Predicate, otherwise refusal: NotifierReply, _ key: DrawKey) {
    (self.holds, self.refusal) = (holds, refusal)
    super.init(key)
  }

  override func reply(
    to value: inout Value, _ note: inout Note, _ call: UInt64
  ) throws(Fault) -> NotifierReply {
    var draws = draws(&note, call)
    return try holds(value, &draws) ? .goesOn : refusal
  }
}

private final class ScanStep: NotifierStep {
  private let seed: Value
  private let combine: Combine

  init(_ seed: Value, _ combine: @escaping Combine, _ key: DrawKey) {
    (self.seed, self.combine) = (seed, combine)
    super.init(key)
  }

  override func begin(_ note: inout Note) { note.sum = seed }

  override func reply(
    to value: inout Value, _ note: inout Note, _ call: UInt64
  ) throws(Fault) -> NotifierReply {
    var draws = draws(&note, call)
    value = try combine(note.sum, value, &draws)
    note.sum = value
    return .goesOn
  }
}

private final class MapStep: NotifierStep {
  private let transform: Transform

  init(_ transform: @escaping Transform, _ key: DrawKey) {
    self.transform = transform
    super.init(key)
  }

  override func reply(
    to value: inout Value, _ note: inout Note, _ call: UInt64
  ) throws(Fault) -> NotifierReply {
    var draws = draws(&note, call)
    value = try transform(value, &draws)
    return .goesOn
  }
}

private final class ExpandStep: NotifierStep {
  private let expand: Expand

  init(_ expand: @escaping Expand, _ key: DrawKey) {
    self.expand = expand
    super.init(key)
  }

  override func reply(
    to value: inout Value, _ note: inout Note, _ call: UInt64
  ) throws(Fault) -> NotifierReply {
    var draws = draws(&note, call)
    guard case .leaf(let leaf) = try expand(value, &draws).form else { return .unknown }
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
