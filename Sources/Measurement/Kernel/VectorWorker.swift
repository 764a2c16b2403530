import Lanes
import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Measures calls of a plain policy, a block of them side by side.
final class VectorWorker<Loops: LaneLoops>: TrialWorker {
  private let plan: VectorPlan
  private let makeCaller: @Sendable () -> Caller
  private lazy var caller = makeCaller()
  private let block = LaneBlock<Loops>()
  private let draws = LaneDraws()
  private let successLatency = BinCounter()
  private let otherLatency = BinCounter()
  private let waited = BinCounter()
  private var kindCounts: [UInt64]
  private var counts = Measurement()
  /// Calls that only the engine can finish.
  private var leftovers: [UInt64] = []

  /// Creates a worker, who asks the engine where a plan ends before a call does.
  init(_ plan: VectorPlan, _ makeCaller: @escaping @Sendable () -> Caller) {
    self.plan = plan
    self.makeCaller = makeCaller
    kindCounts = Array(repeating: 0, count: plan.kinds.count)
  }

  deinit {
    draws.free()
  }

  /// What came of the calls so far.
  var part: Measurement {
    var part = counts
    part.successLatency.merge(successLatency.histogram)
    part.otherLatency.merge(otherLatency.histogram)
    part.waited.merge(waited.histogram)
    for (kind, count) in zip(plan.kinds, kindCounts) { part.errors.add(kind.fault, times: count) }
    return part
  }

  /// Works off calls; tells whether all of them were done.
  func work(on calls: Range<UInt64>) -> Bool {
    var first = calls.lowerBound
    while first < calls.upperBound {
      // The upper half of the numbers is the same in a block.
      let upperHalfEnd = (first | 0xFFFF_FFFF).addingReportingOverflow(1)
      var end = min(
        calls.upperBound, first + min(calls.upperBound - first, UInt64(plan.block)))
      if !upperHalfEnd.overflow { end = min(end, upperHalfEnd.partialValue) }
      run(first..<end)
      first = end
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
      prepare(plan.operationKey, calls, attempt, .attempt)
      Loops.draw(draws, block.first, block.second, calls: block.calls, count: alive)
      block.addLatencies(alive, plan.latency, key: plan.operationKey, attempt: attempt)
      alive =
        plan.isUniform ? endUniform(alive, attempt) : endOneByOne(alive, attempt)
      if attempt < plan.attempts { wait(alive, calls, attempt) }
    }
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
  /// Ends the calls that succeed at an attempt, or fail at the last; returns how many go on.
  private func endUniform(_ alive: Int, _ attempt: Int) -> Int {
    Loops.decide(block.first, count: alive, failures: plan.failures)
    let kept = block.takeOutEnded(alive, waits: attempt > 1)
    end(alive - kept, at: attempt, .success)
    guard attempt == plan.attempts else { return kept }
    if !plan.isWhole {
      for index in 0..<kept { leftovers.append(block.calls[index]) }
    } else if kept > 0 {
      block.endElapsed.update(from: block.elapsed, count: kept)
      if attempt > 1 { block.endWaited.update(from: block.waited, count: kept) }
      end(kept, at: attempt, plan.completes ? .completed : .failure)
      if !plan.completes { kindCounts[0] += UInt64(kept) }
    }
    return 0
  }

  /// Does the same where calls differ in more than their times.
  private func endOneByOne(_ alive: Int, _ attempt: Int) -> Int {
    var kept = 0
    let isLast = attempt == plan.attempts
    for index in 0..<alive {
      guard block.second[index] < plan.latencyLimit else {
        leftovers.append(block.calls[index])
        continue
      }
      let luck = UnitWord(block.first[index]).unit
      guard let kind = plan.kinds.firstIndex(where: { luck < $0.upperBound }) else {
        endOne(index, at: attempt, .success)
        continue
      }
      if plan.kinds[kind].isRetried, !isLast {
        block.move(index, to: kept)
        block.kinds[kept] = UInt64(kind)
        kept += 1
      } else if plan.kinds[kind].isRetried, !plan.isWhole {
        leftovers.append(block.calls[index])
      } else if plan.kinds[kind].isRetried, plan.completes {
        endOne(index, at: attempt, .completed)
      } else {
        endOne(index, at: attempt, .failure)
        kindCounts[kind] += 1
      }
    }
    return kept
  }

  /// Ends one call that is still in its place.
  private func endOne(_ index: Int, at attempt: Int, _ kind: OutcomeCounts.Kind) {
    block.endElapsed[0] = block.elapsed[index]
    block.endWaited[0] = block.waited[index]
    end(1, at: attempt, kind)
  }

  /// Counts the calls that were taken out.
  private func end(_ count: Int, at attempt: Int, _ kind: OutcomeCounts.Kind) {
    let number = UInt64(count)
    counts.add(number, kind, attempts: attempt)
    (kind == .success ? successLatency : otherLatency).add(
      block.endElapsed, count: count, Loops.self)
    if attempt == 1 {
      counts.waited.add(0, times: number)
    } else {
      waited.add(block.endWaited, count: count, Loops.self)
    }
  }
}

extension Measurement {
  /// Counts calls that ended alike, without their times.
  fileprivate mutating func add(_ count: UInt64, _ kind: OutcomeCounts.Kind, attempts number: Int) {
    outcomes.add(kind, times: count)
    if kind == .failure {
      wastedRetries += count * UInt64(number - 1)
      wastedSquares += Int128(count) * Int128(number - 1) * Int128(number - 1)
    }
    attempts.add(Int64(number), times: count)
    values.add(kind == .success ? 1 : 0, times: count)
  }
}

// MARK: - Waits

extension VectorWorker {
  /// Lets the calls that go on wait after an attempt.
  private func wait(_ alive: Int, _ calls: Range<UInt64>, _ attempt: Int) {
    switch plan.waits[attempt - 1] {
    case .fixed(let time):
      block.setTimes(alive, time)
    case .drawn(let low, let width, let bounds):
      prepare(plan.policyKey, calls, attempt, .jitter)
      Loops.draw(draws, block.first, calls: block.calls, count: alive)
      Loops.waits(
        block.first, block.second, count: alive, low: low, width: width, bounds: bounds)
    case .computed:
      computeWaits(alive, attempt)
    }
    if !plan.isUniform {
      for index in 0..<alive {
        block.previous[index] = block.second[index]
        if let hint = plan.kinds[Int(block.kinds[index])].hint {
          block.second[index] = UInt64(hint.count)
        }
      }
    }
    block.addWaits(alive, isFirst: attempt == 1)
  }

  /// Asks the back-off for each call.
  private func computeWaits(_ alive: Int, _ attempt: Int) {
    for index in 0..<alive {
      var draws = Draws(
        plan.policyKey, call: block.calls[index], attempt: UInt32(attempt), purpose: .jitter)
      let previous = attempt == 1 ? nil : Nanoseconds(Int64(block.previous[index]))
      let delay = plan.backoff.delay(retry: attempt - 1, previous: previous, using: &draws)
      block.second[index] = UInt64(delay.count)
    }
  }
}

/// A generator of one word, which was drawn before.
private struct UnitWord: RandomNumberGenerator {
  private let word: UInt64

  init(_ word: UInt64) {
    self.word = word
  }

  func next() -> UInt64 { word }

  /// The number of the unit interval that the word is.
  var unit: Double {
    var copy = self
    return copy.unit()
  }
}
