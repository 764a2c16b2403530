import Lanes
import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Measures calls that retry every error in the same way, in blocks.
final class VectorWorker: TrialWorker {
  static let nanosecondsPerCall: Int64 = 20

  private let plan: VectorProgram
  private let makeCaller: @Sendable () -> Caller
  private lazy var caller = makeCaller()
  private let loops: LoopSet
  private let block: LaneBlock
  private let draws = LaneDraws()
  private let successLatency = BinCounter()
  private let otherLatency = BinCounter()
  private let waited = BinCounter()
  private var counts = Measurement()
  /// The frequency of each error in the last inspected attempts.
  private var lastFaults: [UInt64] = []
  /// The calls that only the engine can finish.
  private var leftovers: [UInt64] = []

  /// Creates a worker, which uses the engine for calls that exceed the program.
  init(
    _ plan: VectorProgram, _ loops: LoopSet,
    _ makeCaller: @escaping @Sendable () -> Caller
  ) {
    self.loops = loops
    block = LaneBlock(loops)
    lastFaults = Array(repeating: 0, count: plan.kinds.count)
    self.plan = plan
    self.makeCaller = makeCaller
  }

  deinit {
    draws.free()
  }

  var part: Measurement {
    var part = counts
    part.successLatency.merge(successLatency.histogram)
    part.otherLatency.merge(otherLatency.histogram)
    part.waited.merge(waited.histogram)
    return part
  }

  func work(on calls: Range<UInt64>) -> Bool {
    _ = calls.inBlocks(of: plan.block) { block in
      run(block)
      return true
    }
    defer { leftovers.removeAll(keepingCapacity: true) }
    return leftovers.allSatisfy { call in
      guard let result = caller.run(call) else { return false }
      counts.add(result)
      return true
    }
  }

  private func run(_ calls: Range<UInt64>) {
    block.begin(calls)
    var alive = calls.count
    for attempt in 1...plan.attempts where alive > 0 {
      if let burst = plan.burst { move(burst, alive, calls, attempt) }
      prepare(plan.operationKey, calls, attempt, .attempt)
      loops.draw(draws, block.first, block.second, calls: block.calls, count: alive)
      block.drawLatencies(alive, plan.latency, key: plan.operationKey, attempt: attempt)
      // Which error it is matters only if some are not retried, or if no attempt follows.
      if plan.refuses || (attempt == plan.attempts && plan.kinds.count > 1) {
        alive = look(alive, attempt)
      }
      loops.decide(
        block.first, count: alive, failures: plan.failures[attempt - 1],
        in: plan.burst == nil ? nil : block.bursts)
      var late = 0
      if let timeout = plan.timeout {
        late = loops.cut(block.second, block.first, count: alive, limit: timeout.limit)
      }
      if let end = plan.end {
        // The column still holds the times of the previous block.
        if attempt == 1 { block.elapsed.update(repeating: 0, count: alive) }
        loops.end(
          block.second, block.first, elapsed: block.elapsed, count: alive, end: end.limit,
          allGoOn: false)
      }
      block.addLatencies(alive, isFirst: attempt == 1)
      alive = end(alive, late, attempt)
      if attempt < plan.attempts { alive = wait(alive, calls, attempt) }
    }
  }

  private func move(_ burst: Burst, _ alive: Int, _ calls: Range<UInt64>, _ attempt: Int) {
    if attempt == 1 { block.bursts.update(repeating: 0, count: alive) }
    prepare(plan.operationKey, calls, attempt, .weather)
    loops.draw(draws, block.first, calls: block.calls, count: alive)
    loops.burst(
      block.first, block.bursts, count: alive,
      enter: attempt == 1 ? burst.badShare : burst.enter, leave: burst.leave)
  }

  private func prepare(
    _ key: DrawKey, _ calls: Range<UInt64>, _ attempt: Int, _ purpose: Draws.Purpose
  ) {
    draws.prepare(
      key: key, callHigh: calls.lowerBound >> 32, attempt: attempt, purpose: purpose)
  }
}

// MARK: - Ends

extension VectorWorker {
  /// Ends the calls that succeed at an attempt or fail at the last; returns how many continue.
  private func end(_ alive: Int, _ late: Int, _ attempt: Int) -> Int {
    let kept = block.takeOutEnded(alive, waits: attempt > 1, hasBursts: plan.burst != nil)
    let ended = plan.end.map { giveUp($0, among: alive - kept, attempt) } ?? 0
    end(alive - kept - ended, at: attempt, plan.answered)
    guard attempt == plan.attempts else { return kept }
    if !plan.isWhole {
      for index in 0..<kept { leftovers.append(block.calls[index]) }
    } else if kept > 0 {
      block.endElapsed.update(from: block.elapsed, count: kept)
      if attempt > 1 { block.endWaited.update(from: block.waited, count: kept) }
      end(kept, at: attempt, plan.exhausted)
      if plan.exhausted == .failure { countFaults(kept, late: late) }
    }
    return 0
  }

  /// Counts the removed calls that timed out and moves them to the end; returns their number.
  private func giveUp(
    _ end: (limit: UInt64, outcome: Outcome), among count: Int, _ attempt: Int
  ) -> Int {
    var (place, last) = (0, count)
    while place < last {
      // Calls that timed out were cut at exactly this time.
      guard block.endElapsed[place] == end.limit else {
        place += 1
        continue
      }
      last -= 1
      // Waiting times are counted alike for all removed calls, so only the elapsed times are swapped.
      swap(&block.endElapsed[place], &block.endElapsed[last])
    }
    self.end(count - last, at: attempt, OutcomeCounts.Kind(end.outcome), from: last)
    counts.errors.add(end.outcome, times: UInt64(count - last))
    return count - last
  }

  /// Ends the calls whose error is not retried and counts the errors of the last attempt; returns how many
  /// continue.
  ///
  /// A late answer counts as a timeout, whatever its random number.
  private func look(_ alive: Int, _ attempt: Int) -> Int {
    let (limit, whole) = (plan.timeout?.limit ?? .max, plan.end?.limit ?? .max)
    var (kept, ended) = (0, 0)
    for kind in plan.bounds.indices { lastFaults[kind] = 0 }
    for index in 0..<alive {
      let uniform = Double(unitOf: block.first[index])
      let end = block.second[index] &+ (attempt > 1 ? block.elapsed[index] : 0)
      if uniform < plan.failures[attempt - 1], block.second[index] < limit, end < whole {
        var kind = 0
        while uniform >= plan.bounds[kind] { kind &+= 1 }
        lastFaults[kind] &+= 1
        if plan.isRefused[kind] {
          block.endElapsed[ended] = end
          block.endWaited[ended] = block.waited[index]
          ended &+= 1
          continue
        }
      }
      block.move(index, to: kept)
      kept &+= 1
    }
    end(ended, at: attempt, plan.refused)
    for (kind, count) in zip(plan.kinds, lastFaults) where !kind.isRetried {
      counts.errors.add(kind.outcome, times: count)
    }
    return kept
  }

  private func countFaults(_ count: Int, late: Int) {
    if let timeout = plan.timeout { counts.errors.add(timeout.outcome, times: UInt64(late)) }
    if plan.kinds.count == 1 {
      counts.errors.add(plan.kinds[0].outcome, times: UInt64(count - late))
    } else {
      for (kind, count) in zip(plan.kinds, lastFaults) where kind.isRetried {
        counts.errors.add(kind.outcome, times: count)
      }
    }
  }

  private func end(
    _ count: Int, at attempt: Int, _ kind: OutcomeCounts.Kind, from place: Int = 0,
    hasWaited: Bool = false
  ) {
    let number = UInt64(count)
    counts.add(number, kind, attempts: attempt)
    (kind == .success ? successLatency : otherLatency).add(
      block.endElapsed + place, count: count, loops)
    // Until the first wait, the column of waiting times is undefined.
    if attempt == 1, !hasWaited {
      counts.waited.add(0, times: number)
    } else {
      waited.add(block.endWaited + place, count: count, loops)
    }
  }
}

extension FaultCounts {
  /// Counts the errors of calls with this outcome, if they failed.
  fileprivate mutating func add(_ outcome: Outcome, times count: UInt64) {
    if case .failure(let fault) = outcome { add(fault, times: count) }
  }
}

extension Measurement {
  /// Counts calls with the same outcome, without their times.
  fileprivate mutating func add(_ count: UInt64, _ kind: OutcomeCounts.Kind, attempts number: Int) {
    outcomes.add(kind, times: count)
    if kind == .failure { addWaste(retries: number - 1, times: count) }
    attempts.add(Int64(number), times: count)
    values.add(kind == .success ? 1 : 0, times: count)
  }
}

// MARK: - Waits

extension VectorWorker {
  /// Adds the delays after an attempt and ends calls at their deadline; returns how many continue.
  private func wait(_ alive: Int, _ calls: Range<UInt64>, _ attempt: Int) -> Int {
    switch plan.waits[attempt - 1] {
    case .fixed(let time):
      block.setTimes(alive, UInt64(time.count))
    case .drawn(let draw):
      prepare(draw.key, calls, draw.number, draw.purpose)
      loops.draw(draws, block.first, calls: block.calls, count: alive)
      loops.waits(
        block.first, block.second, count: alive, low: UInt64(draw.low.count), width: draw.width,
        bounds: UInt64(draw.bounds.lowerBound.count)...UInt64(draw.bounds.upperBound.count))
    }
    if let end = plan.end { return wait(alive, until: end, attempt) }
    guard let deadline = plan.deadline else {
      block.addWaits(alive, isFirst: attempt == 1)
      return alive
    }
    loops.bound(
      block.second, block.first, elapsed: block.elapsed, count: alive, deadline: deadline.limit,
      deadline.rule)
    block.addWaits(alive, isFirst: attempt == 1)
    let kept = block.takeOutEnded(alive, waits: true, hasBursts: plan.burst != nil)
    end(alive - kept, at: attempt, plan.givenUp, hasWaited: true)
    if plan.givenUp == .failure {
      countFaults(alive - kept, late: plan.kinds.isEmpty ? alive - kept : 0)
    }
    return kept
  }

  /// Adds delays and ends calls that time out; returns how many continue.
  private func wait(
    _ alive: Int, until end: (limit: UInt64, outcome: Outcome), _ attempt: Int
  ) -> Int {
    loops.end(
      block.second, block.first, elapsed: block.elapsed, count: alive, end: end.limit, allGoOn: true
    )
    block.addWaits(alive, isFirst: attempt == 1)
    let kept = block.takeOutEnded(alive, waits: true, hasBursts: plan.burst != nil)
    self.end(alive - kept, at: attempt, OutcomeCounts.Kind(end.outcome), hasWaited: true)
    counts.errors.add(end.outcome, times: UInt64(alive - kept))
    return kept
  }
}
