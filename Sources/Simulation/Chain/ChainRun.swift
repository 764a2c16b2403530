import Retry
package import RetryNumerics
import VirtualTime

/// Many calls of a chain side by side, as plain numbers in memory of a fixed size.
///
/// Who runs it draws the luck and the latency of each attempt, for as many calls at a time as it likes. What they come to
/// is what the stages of the engine would come to, event by event; a call that cannot be followed has no result.
package final class ChainRun {
  /// What is known of a call.
  struct Row {
    var call: UInt64 = 0
    /// When the present attempt began, or the call ended.
    var now: Int64 = 0
    var waited: Int64 = 0
    var attempts: UInt32 = 0
    /// The signal with which the call has ended.
    var end = ChainTables.Step.none
    /// Whether a burst is on, once that is known.
    var isStormy: Bool?
  }

  /// What one layer knows of a call.
  struct Cell {
    /// When the present subscription began, or for a timeout: when it ends.
    var time: Int64 = 0
    /// The decisions of the whole call, by which they draw.
    var decisions: UInt32 = 0
    var state = RetryState()
    /// Whether its notifier has completed, which counts at the next error.
    var isDone = false
  }

  /// A completion without a value, in whose place nothing ever comes.
  private static let completed = Int32(Chain.completed)
  /// What lies beyond is left to the engine, so that sums never pass the end of time.
  static let latest: Int64 = 1 << 60

  let operation: Operation
  let operationKey: DrawKey
  let ends: Chain.Ends
  /// Whether an attempt ends well, or with one of the kinds that have shares.
  let isPlain: Bool
  let rateBounds: Slab<Double>
  let share: FaultShare
  /// How calls can end.
  package let outcomes: [Outcome]
  private let firstMoves: Slab<Int32>
  let tables: ChainTables
  private let layers: Int
  let rows: Slab<Row>
  private let cells: Slab<Cell>
  private let notes: Slab<Note>

  /// Makes room for so many calls.
  package init(_ chain: Chain, seed: UInt64, rows count: Int) {
    operation = chain.operation.detached
    operationKey = DrawKey(seed: seed, name: operation.name)
    ends = chain.ends
    isPlain = operation.features.isSubset(of: [.latency, .rates])
    rateBounds = Slab(operation.rates.map(\.upperBound))
    share = if case .computed(_, let share) = operation.faults { share } else { { _, _ in 0 } }
    outcomes = chain.signals.map(Outcome.init(endingWith:))
    firstMoves = Slab(chain.replacements.map(Int32.init))
    tables = ChainTables(chain, seed: seed)
    layers = tables.steps.count
    rows = Slab(repeatElement(Row(), count: count))
    cells = Slab(repeatElement(Cell(), count: count * layers))
    notes = Slab(repeatElement(Note(), count: count * tables.noteCount))
  }
}

extension Outcome {
  /// How a call ends with a signal, where a value stands for the completion behind it as well.
  fileprivate init(endingWith signal: Signal) {
    switch signal {
    case .value(let value): self = .success(value)
    case .completed: self = .completed
    // Threads that count references to one error would wait for each other.
    case .failed(let fault): self = .failure(fault.detached)
    }
  }
}

// MARK: - From outside

extension ChainRun {
  /// Begins a call in a place, up to its first attempt.
  package func begin(_ call: UInt64, in place: Int) {
    rows[place] = Row()
    rows[place].call = call
    for layer in 0..<layers { cells[place * layers + layer].decisions = 0 }
    for index in 0..<tables.noteCount { notes[place * tables.noteCount + index].calls = 0 }
    subscribe(below: layers, place)
  }

  /// Takes the luck and the latency of the present attempt, and goes on; tells whether another attempt begins.
  package func answer(_ place: Int, luck: Double, latency: Nanoseconds) -> Bool {
    guard let answer = answer(place, luck, latency) else { return false }
    var at = Point(layer: 0, mark: firstMoves[Int(answer.mark)], time: answer.time)
    if let cut = timeout(above: 0, by: at.time, place) { at = cut }
    while at.layer < layers {
      let move = tables.move(at.layer, at.mark)
      var course = Course.leaves(move.replacement)
      if move.isFailure {
        let hasPolicy = tables.steps[at.layer].policy >= 0
        course = hasPolicy ? decide(move, &at, place) : notify(&at, place)
      }
      switch course {
      case .leaves(let mark): at = Point(layer: at.layer + 1, mark: mark, time: at.time)
      case .cut(let point): at = point
      case .again:
        rows[place].now = at.time
        subscribe(below: at.layer, place)
        return true
      case .unknown: return false
      }
    }
    (rows[place].now, rows[place].end) = (at.time, at.mark)
    return false
  }

  /// The end of a call.
  package struct End {
    /// The position of its outcome.
    package let outcome: Int
    package let attempts: Int
    package let duration: Nanoseconds
    package let waited: Nanoseconds
  }

  /// How a call ended; nothing where only the engine can tell.
  package func end(of place: Int) -> End? {
    let row = rows[place]
    guard row.end >= 0 else { return nil }
    return End(
      outcome: Int(row.end), attempts: Int(row.attempts), duration: Nanoseconds(row.now),
      waited: Nanoseconds(row.waited))
  }

  /// What a call came to; nothing where only the engine can tell.
  package func result(of place: Int) -> CallResult? {
    guard let end = end(of: place) else { return nil }
    let outcome = outcomes[end.outcome]
    var tally = Tally()
    tally.attempts = end.attempts
    tally.waited = end.waited
    if case .success = outcome { tally.values = 1 }
    return CallResult(
      call: rows[place].call, outcome: outcome, duration: end.duration, tally: tally)
  }
}

// MARK: - Between attempts

extension ChainRun {
  /// Where a signal stands, before a layer, and when.
  struct Point {
    var layer: Int
    var mark: Int32
    var time: Int64
  }

  /// What a layer does about a failure.
  enum Course {
    /// This signal leaves it.
    case leaves(Int32)
    /// While it waited, a timeout further out sent its own.
    case cut(Point)
    /// Everything below begins again.
    case again
    /// Only the engine can tell.
    case unknown
  }

  /// Begins all layers below one, and an attempt.
  @inline(__always)
  private func subscribe(below top: Int, _ place: Int) {
    let now = rows[place].now
    for layer in 0..<top {
      let (cell, step) = (place * layers + layer, tables.steps[layer])
      cells[cell].time = step.end < 0 ? now : step.limit < Self.latest ? now + step.limit : .max
      cells[cell].state = RetryState()
      guard step.notifier >= 0 else { continue }
      cells[cell].isDone = false
      let first = place * tables.noteCount + Int(step.firstNote)
      tables.notifiers[Int(step.notifier)]._withUnsafeGuaranteedRef {
        $0.begin(notes, from: first)
      }
    }
    rows[place].attempts += 1
  }

  /// Asks the policy of a layer, and waits as it says.
  @inline(__always)
  private func decide(_ move: ChainTables.Move, _ at: inout Point, _ place: Int) -> Course {
    let cell = place * layers + at.layer
    let policy = tables.policies[Int(tables.steps[at.layer].policy)]
    let time = at.time
    let decision = policy._withUnsafeGuaranteedRef {
      $0.decide(move, rows[place].call, &cells[cell], at: time)
    }
    switch decision {
    case .retry(let delay, _):
      if delay.nanoseconds > .zero {
        if let course = wait(delay.nanoseconds, &at, place) { return course }
        rows[place].waited += delay.nanoseconds.count
      }
      let elapsed = Nanoseconds(at.time - cells[cell].time)
      let mayStart = policy._withUnsafeGuaranteedRef { $0.rules.mayStart(elapsed: elapsed) == nil }
      return mayStart ? .again : .leaves(move.replacement)
    case .complete: return .leaves(Self.completed)
    case .fail, .ask: return .leaves(move.replacement)
    }
  }

  /// Lets time pass before a layer goes on, unless a timeout further out ends the wait or it is too long to follow.
  ///
  /// What was waited until a timeout is counted here; what was waited to the end is for the caller to count.
  @inline(__always)
  private func wait(_ delay: Nanoseconds, _ at: inout Point, _ place: Int) -> Course? {
    guard delay.count < Self.latest - at.time else { return .unknown }
    let end = at.time + delay.count
    if let cut = timeout(above: at.layer + 1, by: end, place) {
      rows[place].waited += cut.time - at.time
      return .cut(cut)
    }
    at.time = end
    return nil
  }

  /// What the first timeout sends, from a layer on, that comes no later than an instant: whose timer was set before,
  /// fires before.
  @inline(__always)
  func timeout(above layer: Int, by end: Int64, _ place: Int) -> Point? {
    var (first, earliest) = (-1, Int64.max)
    for index in 0..<tables.timeouts.count {
      let timeout = tables.timeouts[index]
      guard timeout >= layer else { break }
      let at = cells[place * layers + timeout].time
      if at <= end, at < earliest { (first, earliest) = (timeout, at) }
    }
    guard first >= 0 else { return nil }
    let mark = tables.leave(first, tables.steps[first].end)
    return Point(layer: first + 1, mark: mark, time: earliest)
  }
}

// MARK: - Notifiers

extension ChainRun {
  /// Tells the notifier of a layer of an error, and does what it says.
  private func notify(_ at: inout Point, _ place: Int) -> Course {
    let (cell, step) = (place * layers + at.layer, tables.steps[at.layer])
    if cells[cell].isDone { return .leaves(Self.completed) }
    guard case .failure(let fault) = outcomes[Int(at.mark)] else { return .unknown }
    let notifier = tables.notifiers[Int(step.notifier)]
    let first = place * tables.noteCount + Int(step.firstNote)
    let asked = at.time
    var value = Value.fault(fault)
    var isCompleting = false
    for index in 0..<notifier._withUnsafeGuaranteedRef(\.count) {
      let reply = notifier._withUnsafeGuaranteedRef {
        $0.reply(to: &value, at: index, &notes[first + index], rows[place].call, isCompleting)
      }
      switch reply {
      case .goesOn: break
      case .lasts: cells[cell].isDone = true
      case .completes: isCompleting = true
      case .unknown: return .unknown
      case .waits(let delay):
        let before = at.time
        guard let course = wait(delay, &at, place) else { continue }
        if case .cut = course { rows[place].waited += before - asked }
        return course
      case .fails(let error):
        guard let mark = error == fault ? at.mark : mark(of: error) else { return .unknown }
        rows[place].waited += at.time - asked
        return .leaves(tables.leave(at.layer, mark))
      }
    }
    rows[place].waited += at.time - asked
    return isCompleting ? .leaves(Self.completed) : .again
  }

  /// The position of an error, if it is one that was known beforehand.
  private func mark(of fault: Fault) -> Int32? {
    outcomes.firstIndex(of: .failure(fault)).map(Int32.init)
  }
}
