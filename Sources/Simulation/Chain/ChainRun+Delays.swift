import Retry
import RetryNumerics
import VirtualTime

// What happens between attempts.

extension ChainRun {
  /// A signal before it enters a layer, and its time.
  struct Point {
    var layer: Int
    var mark: Int32
    var time: Int64
  }

  /// A layer's reaction to a failure.
  enum Course {
    /// The signal leaves the layer.
    case leaves(Int32)
    /// An outer timeout expired during the delay and sent its own signal.
    case cut(Point)
    /// Everything below the layer is subscribed again.
    case again
    /// Only the engine can tell.
    case unknown
  }

  /// Subscribes all layers below one and starts an attempt.
  @inline(__always)
  func subscribe(below top: Int, _ place: Int) {
    let now = rows[place].now
    for layer in 0..<top {
      let step = tables.steps[layer]
      guard step.part >= 0 else { continue }
      let part = Int(step.part)
      if step.end >= 0 {
        // Later times are left to the engine, so such a timeout never expires here.
        rows[place, part, as: Int64.self] = step.limit < Self.latest ? now + step.limit : .max
        continue
      }
      if isPlain(step) {
        rows[place, part, as: Count.self].failures = 0
        continue
      }
      rows[place, part, as: Cell.self].time = now
      rows[place, part, as: Cell.self].state = RetryState()
      guard step.notifier >= 0 else { continue }
      rows[place, part, as: Cell.self].isDone = false
      let first = place * tables.noteCount + Int(step.firstNote)
      tables.notifiers[Int(step.notifier)].with {
        $0.begin(&notes, from: first)
      }
    }
    rows[place].attempts += 1
  }

  /// Whether a layer has a policy that only counts failures.
  @inline(__always)
  func isPlain(_ step: ChainTables.Step) -> Bool {
    step.policy >= 0
      && tables.policies[Int(step.policy)].with(\.isPlain)
  }

  @inline(__always)
  func ask(_ layer: Int, _ mark: Int32, _ place: Int, at time: Int64) -> ChainTables.Reply {
    let step = tables.steps[layer]
    return tables.policies[Int(step.policy)].with {
      guard $0.isPlain else { return askRules(layer, mark, place, at: time) }
      return $0.decide(
        tables.move(layer, mark).isRetried, rows[place].call,
        &rows[place, Int(step.part), as: Count.self])
    }
  }

  /// Asks a policy that is not plain.
  @inline(never)
  private func askRules(
    _ layer: Int, _ mark: Int32, _ place: Int, at time: Int64
  ) -> ChainTables.Reply {
    let step = tables.steps[layer]
    defer { countFunctionCalls(place) }
    return tables.policies[Int(step.policy)].with {
      $0.decide(
        tables.move(layer, mark), rows[place].call,
        &rows[place, Int(step.part), as: Cell.self], at: time)
    }
  }

  /// Whether the policy of a layer allows another attempt, which would start now.
  @inline(__always)
  func mayStart(_ layer: Int, _ place: Int, at time: Int64) -> Bool {
    let step = tables.steps[layer]
    return tables.policies[Int(step.policy)].with {
      $0.isPlain
        || $0.mayStart(&rows[place, Int(step.part), as: Cell.self], at: time)
    }
  }

  /// Asks the policy of a layer and waits for the delay that it sets.
  @inline(__always)
  func decide(_ at: inout Point, _ place: Int) -> Course {
    let replacement = tables.leave(at.layer, at.mark)
    switch ask(at.layer, at.mark, place, at: at.time) {
    case .waits(let delay):
      if delay > .zero {
        if let course = wait(delay, &at, place) { return course }
        rows[place].waited += delay.count
      }
      return mayStart(at.layer, place, at: at.time) ? .again : .leaves(replacement)
    case .completes: return .leaves(Self.completed)
    case .leaves: return .leaves(replacement)
    }
  }

  /// Waits before a layer continues, unless an outer timeout ends the delay or it is too long.
  ///
  /// A delay cut by a timeout is counted here; the caller counts a full delay.
  @inline(__always)
  func wait(_ delay: Nanoseconds, _ at: inout Point, _ place: Int) -> Course? {
    guard delay.count < Self.latest - at.time else { return .unknown }
    let end = at.time + delay.count
    if let cut = timeout(above: at.layer + 1, by: end, place) {
      rows[place].waited += cut.time - at.time
      return .cut(cut)
    }
    at.time = end
    return nil
  }

  /// Returns the signal of the first timeout, from a layer outward, that expires by an instant; the timer set
  /// first fires first.
  @inline(__always)
  func timeout(above layer: Int, by end: Int64, _ place: Int) -> Point? {
    var (first, earliest) = (-1, Int64.max)
    for index in 0..<tables.timeouts.count {
      let timeout = tables.timeouts[index]
      guard timeout >= layer else { break }
      let at = rows[place, Int(tables.steps[timeout].part), as: Int64.self]
      // Timeouts are looked at from the outside in, so the one whose timer was set first wins a tie.
      if at <= end, at < earliest { (first, earliest) = (timeout, at) }
    }
    guard first >= 0 else { return nil }
    let mark = tables.leave(first, tables.steps[first].end)
    return Point(layer: first + 1, mark: mark, time: earliest)
  }
}
