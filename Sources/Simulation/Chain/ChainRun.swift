import Retry
package import RetryNumerics
import VirtualTime

/// Runs many calls of a chain side by side, over plain numbers in a fixed amount of memory.
///
/// The caller draws the random numbers and the latency of each attempt, for any number of calls at a time. The
/// results are the same as those of the engine; a call that cannot be computed has no result.
package final class ChainRun {
  /// The state of a call, within one cache line of 64 bytes with the count of a plain policy.
  struct Row: BitwiseCopyable {
    var call: UInt64 = 0
    /// When the current attempt or delay started, or the call ended; at the server of a load, how long the answer
    /// travels.
    var now: Int64 = 0
    var waited: Int64 = 0
    /// When the call started within the run.
    var began = Instant.start
    // The state of the client that makes the call in a load.
    /// The number of the awaited event; zero during service.
    var awaited: UInt64 = 0
    /// The ticket of the attempt at the server.
    var ticket = ChainTables.none
    var attempts: UInt32 = 0
    /// The final signal of the attempt or the call, or the signal that leaves the waiting layer if it must not
    /// continue.
    var end = ChainTables.none
    /// The layer that waits before a retry.
    var layer: Int16 = -1
    var isCalling = false
    /// Whether a burst is in progress, once known.
    var isInBurst: Bool?
  }

  /// What a plain policy keeps for a call.
  struct Count: BitwiseCopyable {
    /// The number of failures since its layer was subscribed.
    var failures: UInt32 = 0
    /// The number of decisions in the call, which selects their random draws.
    var decisions: UInt32 = 0
  }

  /// What another layer that retries keeps for a call; a timeout keeps when it expires.
  struct Cell: BitwiseCopyable {
    /// When the current subscription started.
    var time: Int64 = 0
    var state = RetryState()
    /// Whether its notifier has completed, which takes effect at the next error.
    var isDone = false
    /// The number of decisions in the call, which selects their random draws.
    var decisions: UInt32 = 0
  }

  /// The completion without a value, which is never replaced.
  static let completed = Int32(Chain.completed)
  /// The engine handles later times, so that sums never overflow.
  static let latest: Int64 = 1 << 60

  let operation: Operation
  let answering: Answering
  let operationKey: DrawKey
  let ends: Chain.Ends
  /// Whether attempts only succeed or fail with an error that has a rate.
  let isPlain: Bool
  let rateBounds: UnsafeArray<Double>
  /// The ends with each of the errors, and without one.
  let rateEnds: UnsafeArray<Int32>
  let share: FaultShare
  package let outcomes: [Outcome]
  /// The replacement of each outcome of an attempt, below all layers.
  let firstMoves: UnsafeArray<Int32>
  let tables: ChainTables
  let layers: Int
  var rows: RecordBuffer<Row>
  var notes = UnsafeArray<Note>()
  let phases: ChainPhases?
  /// When calls start.
  private let spread: Spread
  let functionCalls: FunctionCalls
  /// The functions that the closures of each call have called, once any has called one, and those of all calls.
  private var functionCallCounts: [Int] = []
  /// Whether any closure has called a function; few chains have such closures.
  private var hasFunctionCalls: Bool
  private(set) var functionCallCount = 0
  /// The most of them that one call has made.
  private(set) var mostFunctionCalls = 0
  /// The functions that closures have called for the tables, which the engine would call in attempts.
  private let tableCalls: Int
  private let chain: Chain

  /// Creates a run with room for a number of calls.
  ///
  /// In a load, calls share the phases of outages and bursts.
  package init(
    _ chain: Chain, seed: UInt64, spread: Nanoseconds? = nil, rows count: Int, inLoad: Bool = false,
    counting functionCalls: FunctionCalls
  ) {
    (self.chain, self.functionCalls) = (chain, functionCalls)
    self.spread = Spread(over: spread, seed: seed)
    (operation, answering) = (chain.operation, Answering(chain.operation))
    operationKey = DrawKey(seed: seed, name: operation.name)
    ends = chain.ends
    isPlain = operation.features.isSubset(of: [.latency, .rates, .server, .row])
    rateBounds = UnsafeArray(operation.rates.map(\.upperBound))
    rateEnds = UnsafeArray((ends.rates + [ends.ok]).map(Int32.init))
    share = if case .computed(_, _, let share) = operation.faults { share } else { { _, _ in 0 } }
    outcomes = chain.signals.map(Outcome.init(endingWith:))
    firstMoves = UnsafeArray(chain.replacements.map(Int32.init))
    tables = ChainTables(chain, seed: seed, inLoad: inLoad, counting: functionCalls)
    tableCalls = functionCalls.take()
    hasFunctionCalls = tableCalls > 0
    layers = tables.steps.count
    rows = RecordBuffer(bytes: Int(tables.partBytes), capacity: count)
    phases = ChainPhases(operation, operationKey, areShared: inLoad)
    for _ in 0..<count { addRow() }
  }

  func addRow() {
    rows.append(Row())
    phases?.addRow()
    for _ in 0..<tables.noteCount { notes.append(Note()) }
  }
}

extension Outcome {
  /// Creates the outcome for a final signal; a value includes its completion.
  init(endingWith signal: Signal) {
    switch signal {
    case .value(let value): self = .success(value)
    case .completed: self = .completed
    // Detached, because threads that count references to one error block each other.
    case .failed(let fault): self = .failure(fault.detached)
    }
  }
}

// MARK: - Calls of functions

extension ChainRun {
  func countFunctionCalls(_ place: Int) {
    let calls = functionCalls.take()
    guard calls > 0 else { return }
    hasFunctionCalls = true
    let missing = place + 1 - functionCallCounts.count
    if missing > 0 { functionCallCounts += Array(repeating: 0, count: missing) }
    functionCallCounts[place] += calls
    mostFunctionCalls = max(mostFunctionCalls, functionCallCounts[place])
    functionCallCount += calls
  }

  /// Whether the closures of a call have called so many functions that only the engine can tell how it ends.
  @inline(__always)
  private func hasTooManyFunctionCalls(_ place: Int) -> Bool {
    hasFunctionCalls && hasTooMany(place)
  }

  @inline(never)
  private func hasTooMany(_ place: Int) -> Bool {
    guard tableCalls > 0 || place < functionCallCounts.count else { return false }
    let attempts = Int(rows[place].attempts)
    let counted = place < functionCallCounts.count ? functionCallCounts[place] : 0
    return tableCalls * attempts + counted > chain.mostFunctionCalls(attempts: attempts)
  }

  /// Whether the engine would run all calls of a load to their ends.
  var isWithinLimitsInLoad: Bool {
    let attempts = chain.mostAttemptsInLoad
    return tableCalls * attempts <= chain.mostFunctionCalls(attempts: attempts)
  }
}

// MARK: - Entry points

extension ChainRun {
  /// Starts a call in a slot and runs it up to its first attempt.
  package func begin(_ call: UInt64, in place: Int) {
    let arrival = spread.arrival(of: call)
    restart(call, in: place, arrival: arrival)
    phases?.restart(place, arrival: arrival)
    subscribe(below: layers, place)
  }

  @inline(__always)
  func restart(_ call: UInt64, in place: Int, arrival: Nanoseconds = .zero) {
    rows[place] = Row(call: call, began: Instant(arrival))
    if place < functionCallCounts.count { functionCallCounts[place] = 0 }
    for layer in 0..<layers where tables.steps[layer].end < 0 {
      let step = tables.steps[layer]
      if isPlain(step) {
        rows[place, Int(step.part), as: Count.self].decisions = 0
      } else {
        rows[place, Int(step.part), as: Cell.self].decisions = 0
      }
    }
    for index in 0..<tables.noteCount { notes[place * tables.noteCount + index].calls = 0 }
  }

  /// Continues with the random number and the latency of the current attempt; returns whether another attempt
  /// starts.
  package func answer(_ place: Int, uniform: Double, latency: Nanoseconds) -> Bool {
    guard let answer = answer(place, uniform, latency), !hasTooManyFunctionCalls(place) else {
      return false
    }
    var at = Point(layer: 0, mark: firstMoves[Int(answer.mark)], time: answer.time)
    // A timeout at the same time comes first, because its timer was set before the attempt.
    if let cut = timeout(above: 0, by: at.time, place) { at = cut }
    while at.layer < layers {
      let move = tables.move(at.layer, at.mark)
      var course = Course.leaves(move.replacement)
      if move.isFailure {
        let hasPolicy = tables.steps[at.layer].policy >= 0
        course = hasPolicy ? decide(&at, place) : notify(&at, place)
      }
      if hasTooManyFunctionCalls(place) { return false }
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

  package struct End {
    let call: UInt64
    /// The index of its outcome.
    package let outcome: Int
    package let attempts: Int
    package let duration: Nanoseconds
    package let waited: Nanoseconds
  }

  /// Returns how a call ended, or `nil` if only the engine can tell.
  package func end(of place: Int) -> End? {
    let row = rows[place]
    guard row.end >= 0 else { return nil }
    return End(
      call: row.call, outcome: Int(row.end), attempts: Int(row.attempts),
      duration: Nanoseconds(row.now), waited: Nanoseconds(row.waited))
  }

  /// Returns the result of a call, or `nil` if only the engine can tell.
  package func result(of place: Int) -> CallResult? {
    end(of: place).map { result($0, outcomes[$0.outcome]) }
  }

  func result(_ end: End, _ outcome: Outcome) -> CallResult {
    var tally = Tally()
    tally.attempts = end.attempts
    tally.waited = end.waited
    if case .success = outcome { tally.values = 1 }
    return CallResult(call: end.call, outcome: outcome, duration: end.duration, tally: tally)
  }
}
