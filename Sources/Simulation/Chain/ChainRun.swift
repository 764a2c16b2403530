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
    var end = ChainRun.unknown
    /// Whether a burst is on, once that is known.
    var isStormy: Bool?
  }

  /// What one layer knows of a call.
  private struct Cell {
    /// When the present subscription began, or for a timeout: when it ends.
    var time: Int64 = 0
    /// The decisions of the whole call, by which they draw.
    var decisions: UInt32 = 0
    var state = RetryState()
  }

  /// A layer.
  private struct Step {
    /// The time after which it fails, for a timeout.
    var limit: Int64 = 0
    /// The signal with which it fails then.
    var end = ChainRun.unknown
    /// The position of its policy, for a retry.
    var policy = -1
  }

  /// What a layer makes of a signal.
  fileprivate struct Move {
    /// What leaves it in its place.
    var replacement: Int32
    /// Whether it is for a policy to decide, which errors it tries again, and after which wait if they ask for one.
    var isFailure = false
    var isRetried = false
    var hint: Int64 = -1
  }

  /// A policy, in a place of its own where it is asked without being copied.
  private final class Policy {
    let rules: RetryRules
    let key: DrawKey

    init(_ rules: RetryRules, _ key: DrawKey) {
      (self.rules, self.key) = (rules, key)
    }

    @inline(never)
    func decide(
      _ move: Move, _ call: UInt64, _ cell: inout Cell, at time: Int64
    ) -> RetryDecision {
      cell.decisions &+= 1
      var draws = Draws(key, call: call, attempt: cell.decisions, purpose: .jitter)
      return rules.decide(
        isRetryable: move.isRetried, hint: move.hint < 0 ? nil : Nanoseconds(move.hint),
        elapsed: Nanoseconds(time - cell.time), state: &cell.state, using: &draws)
    }
  }

  /// The end of a call that is not known here.
  static let unknown: Int32 = -1
  /// What lies beyond is left to the engine, so that sums never pass the end of time.
  static let latest: Int64 = 1 << 60

  let operation: Operation
  let operationKey: DrawKey
  let ends: Chain.Ends
  /// Whether an attempt ends well, or with one of the kinds that have shares.
  let isPlain: Bool
  let rateBounds: Slab<Double>
  let share: FaultShare?
  /// How calls can end.
  package let outcomes: [Outcome]
  private let firstMoves: Slab<Int32>
  private let steps: Slab<Step>
  /// By layer and signal.
  private let moves: Slab<Move>
  private let width: Int
  /// The layers that are timeouts, from the outside in.
  private let timeouts: Slab<Int>
  /// Followed without being counted; the array keeps them.
  private let policies: Slab<Unmanaged<Policy>>
  private let keptPolicies: [Policy]
  let rows: Slab<Row>
  private let cells: Slab<Cell>

  /// Makes room for so many calls.
  package init(_ chain: Chain, seed: UInt64, rows count: Int) {
    operation = chain.operation.detached
    operationKey = DrawKey(seed: seed, name: operation.name)
    ends = chain.ends
    isPlain = operation.features.isSubset(of: [.latency, .rates])
    switch operation.faults {
    case .rates(let rates): (rateBounds, share) = (Slab(rates.rates.map(\.upperBound)), nil)
    case .computed(_, let share): (rateBounds, self.share) = (Slab(), share)
    case .none, .burst: (rateBounds, share) = (Slab(), nil)
    }
    outcomes = chain.signals.map(Outcome.init(endingWith:))
    firstMoves = Slab(chain.replacements.map(Int32.init))
    width = chain.signals.count
    var (steps, moves, policies) = (Slab<Step>(), Slab<Move>(), [Policy]())
    for layer in chain.layers {
      switch layer.kind {
      case .timeout(let limit, let end):
        steps.append(Step(limit: limit.count, end: Int32(end)))
        for mark in layer.replacements { moves.append(Move(replacement: Int32(mark))) }
      case .retry(let strategy, let name):
        let strategy = strategy.detached
        steps.append(Step(policy: policies.count))
        policies.append(
          Policy(strategy.policy.rules, DrawKey(seed: seed, name: name)))
        for (signal, mark) in zip(chain.signals, layer.replacements) {
          moves.append(Move(strategy, signal, replacement: Int32(mark)))
        }
      }
    }
    (self.steps, self.moves, keptPolicies) = (steps, moves, policies)
    self.policies = Slab(policies.map(Unmanaged.passUnretained))
    timeouts = Slab((0..<steps.count).reversed().filter { steps[$0].policy < 0 })
    rows = Slab(repeatElement(Row(), count: count))
    cells = Slab(repeatElement(Cell(), count: count * steps.count))
  }
}

extension ChainRun.Move {
  /// What a strategy makes of a signal.
  fileprivate init(_ strategy: RetryStrategy, _ signal: Signal, replacement: Int32) {
    self.replacement = replacement
    guard case .failed(let fault) = signal else { return }
    isFailure = true
    isRetried = strategy.policy.filter?(fault) ?? true
    if let hint = strategy.policy.hint?(fault) { self.hint = max(Nanoseconds(hint), .zero).count }
  }
}

extension Outcome {
  /// How a call ends with a signal, where a value stands for the completion behind it as well.
  fileprivate init(endingWith signal: Signal) {
    switch signal {
    case .value(let value): self = .success(value)
    case .completed: self = .completed
    case .failed(let fault): self = .failure(fault)
    }
  }
}

// MARK: - A call

extension ChainRun {
  /// Begins a call in a place, up to its first attempt.
  package func begin(_ call: UInt64, in place: Int) {
    rows[place] = Row()
    rows[place].call = call
    for layer in 0..<steps.count { cells[place * steps.count + layer].decisions = 0 }
    subscribe(below: steps.count, place)
  }

  /// Takes the luck and the latency of the present attempt, and goes on; tells whether another attempt begins.
  package func answer(_ place: Int, luck: Double, latency: Nanoseconds) -> Bool {
    guard let answer = answer(place, luck, latency) else { return false }
    var (mark, time, layer) = (firstMoves[Int(answer.mark)], answer.time, 0)
    if let (timeout, at) = timeout(above: 0, by: time, place) {
      (mark, time, layer) = (leave(timeout, steps[timeout].end), at, timeout + 1)
    }
    while layer < steps.count {
      let move = moves[layer * width + Int(mark)]
      guard move.isFailure else {
        (mark, layer) = (move.replacement, layer + 1)
        continue
      }
      let cell = place * steps.count + layer
      let decision = policies[steps[layer].policy]._withUnsafeGuaranteedRef {
        $0.decide(move, rows[place].call, &cells[cell], at: time)
      }
      switch decision {
      case .retry(let delay, _):
        let start = delay.nanoseconds.count > Self.latest ? .max : time + delay.nanoseconds.count
        guard start < Self.latest else { return false }
        if start > time {
          if let (timeout, at) = timeout(above: layer + 1, by: start, place) {
            rows[place].waited += at - time
            (mark, time, layer) = (leave(timeout, steps[timeout].end), at, timeout + 1)
            continue
          }
          rows[place].waited += start - time
          time = start
        }
        let elapsed = Nanoseconds(time - cells[cell].time)
        let mayStart = policies[steps[layer].policy]._withUnsafeGuaranteedRef {
          $0.rules.mayStart(elapsed: elapsed) == nil
        }
        if mayStart {
          rows[place].now = time
          subscribe(below: layer, place)
          return true
        }
        (mark, layer) = (move.replacement, layer + 1)
      case .complete: (mark, layer) = (leave(layer, Int32(Chain.completed)), layer + 1)
      case .fail, .ask: (mark, layer) = (move.replacement, layer + 1)
      }
    }
    (rows[place].now, rows[place].end) = (time, mark)
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
    guard row.end != Self.unknown else { return nil }
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

  /// Begins all layers below one, and an attempt.
  @inline(__always)
  private func subscribe(below top: Int, _ place: Int) {
    let now = rows[place].now
    for layer in 0..<top {
      let cell = place * steps.count + layer
      let limit = steps[layer].limit
      cells[cell].time = limit < Self.latest ? now + limit : .max
      cells[cell].state = RetryState()
    }
    rows[place].attempts += 1
  }

  /// What leaves a layer in the place of a signal.
  @inline(__always)
  private func leave(_ layer: Int, _ mark: Int32) -> Int32 {
    moves[layer * width + Int(mark)].replacement
  }

  /// The first timeout from a layer on that comes no later than an instant: whose timer was set before, fires before.
  @inline(__always)
  func timeout(above layer: Int, by end: Int64, _ place: Int) -> (layer: Int, at: Int64)? {
    var first: (layer: Int, at: Int64)?
    for index in 0..<timeouts.count {
      let timeout = timeouts[index]
      guard timeout >= layer else { break }
      let at = cells[place * steps.count + timeout].time
      if at <= end, at < first?.at ?? .max { first = (timeout, at) }
    }
    return first
  }
}
