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

/// A notifier with the keys under which its closures draw.
final class RunningNotifier {
  private let steps: Slab<Notifier.Step>
  private let keys: Slab<DrawKey>
  private let seeds: [(index: Int, sum: Value)]
  /// The number of steps.
  let count: Int

  init(_ notifier: Notifier, seed: UInt64) {
    steps = Slab(notifier.steps.map(\.step))
    keys = Slab(notifier.steps.map { DrawKey(seed: seed, name: $0.name ?? "") })
    seeds = notifier.steps.enumerated().compactMap { index, step in
      if case .scan(let sum, _) = step.step { (index, sum) } else { nil }
    }
    count = notifier.steps.count
  }

  /// What a step makes of a value.
  enum Reply {
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

  /// Sets the notes of a subscription anew.
  func begin(_ notes: Slab<Note>, from first: Int) {
    for index in 0..<count { notes[first + index].count = 0 }
    if !seeds.isEmpty { for (index, sum) in seeds { notes[first + index].sum = sum } }
  }

  /// Lets a value pass a step, or a completion, which steps may only delay.
  func reply(
    to value: inout Value, at index: Int, _ note: inout Note, _ call: UInt64, _ isCompleting: Bool
  ) -> Reply {
    switch steps[index] {
    case .delay(let delay): return .waits(delay)
    case _ where isCompleting: return .goesOn
    case .take(let count):
      note.count += 1
      return note.count == count ? .lasts : .goesOn
    case .enumerated:
      note.count += 1
      value = .tuple([.int(note.count - 1), value])
      return .goesOn
    case .numbered(let range, let isFirst, let unpaired):
      guard note.count < range.count else { return unpaired == .completes ? .completes : .unknown }
      let number = Value.int(range.lowerBound + note.count)
      note.count += 1
      value = .tuple(isFirst ? [number, value] : [value, number])
      return .goesOn
    case .takeWhile, .filter, .scan, .map, .expand:
      note.calls &+= 1
      var draws = Draws(keys[index], call: call, attempt: note.calls, purpose: .closure)
      do throws(Fault) {
        return try called(index, &value, &note, &draws)
      } catch {
        return .fails(error)
      }
    }
  }

  private func called(
    _ index: Int, _ value: inout Value, _ note: inout Note, _ draws: inout Draws
  ) throws(Fault) -> Reply {
    switch steps[index] {
    case .takeWhile(let holds): return try holds(value, &draws) ? .goesOn : .completes
    case .filter(let isIncluded): return try isIncluded(value, &draws) ? .goesOn : .unknown
    case .scan(_, let combine):
      note.sum = try combine(note.sum, value, &draws)
      value = note.sum
    case .map(let transform): value = try transform(value, &draws)
    case .expand(let expand): return Self.reply(of: try expand(value, &draws), &value)
    case .delay, .take, .enumerated, .numbered: break
    }
    return .goesOn
  }

  /// What a source comes to that is one signal or one wait.
  private static func reply(of source: Source, _ value: inout Value) -> Reply {
    guard case .leaf(let leaf) = source.form else { return .unknown }
    switch leaf {
    case .just(let given): value = given
    case .timer(let delay):
      value = .int(0)
      return .waits(delay)
    case .fail(let fault): return .fails(fault)
    case .empty, .never: return .unknown
    }
    return .goesOn
  }
}
