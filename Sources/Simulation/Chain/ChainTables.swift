import Retry
import RetryNumerics
import VirtualTime

/// A chain as tables of plain numbers, used in every attempt.
struct ChainTables: ~Copyable {
  /// A layer; the indices of other kinds are `none`.
  struct Step {
    /// The limit of a timeout and its signal.
    var limit = Int64.max
    var end = ChainTables.none
    var policy = ChainTables.none
    /// The index of the notifier of a `retryWhen`, and of its first note among the notes of a call.
    var notifier = ChainTables.none
    var firstNote: Int32 = 0
    /// Where the record of a call has what the layer keeps, or `none` if the events of a load keep it.
    var part = ChainTables.none
  }

  /// The index of a missing entry.
  static let none: Int32 = -1

  /// A layer's reaction to a signal.
  struct Move {
    /// The signal that leaves the layer instead.
    let replacement: Int32
    /// Whether it is a failure that the layer handles.
    var isFailure = false
    /// Whether a policy retries it, the delay that the error requests, and the limit that it counts against.
    var isRetried = false
    var hint: Nanoseconds?
    var slot: LimitSlot?
  }

  /// A policy in its own object, so that it is not copied.
  final class Policy {
    let rules: RetryRules
    private let key: DrawKey
    private let isCompleting: Bool
    /// Whether it only counts failures, and the delay after each.
    let isPlain: Bool
    private let waits: UnsafeArray<PlannedDelay>

    fileprivate init(_ strategy: RetryStrategy, _ key: DrawKey, _ moves: [Move]) {
      (rules, self.key) = (strategy.policy.rules, key)
      isCompleting = rules.exhausted == .complete
      let waits = rules.plannedDelays(key, moves)
      isPlain = waits != nil
      self.waits = UnsafeArray(waits ?? [])
    }

    func decide(
      _ move: Move, _ call: UInt64, _ cell: inout ChainRun.Cell, at time: Int64
    ) -> Reply {
      cell.decisions &+= 1
      var draws = Draws(key, call: call, attempt: cell.decisions, purpose: .jitter)
      let decision = rules.decide(
        isRetryable: move.isRetried, hint: move.hint, slot: move.slot,
        elapsed: Nanoseconds(time - cell.time), state: &cell.state, using: &draws)
      switch decision {
      case .retry(let delay, _): return .waits(delay.nanoseconds)
      case .complete: return .completes
      case .fail, .ask: return .leaves
      }
    }

    /// Whether another attempt may start; notes when it does.
    @inline(never)
    func mayStart(_ cell: inout ChainRun.Cell, at time: Int64) -> Bool {
      let elapsed = Nanoseconds(time - cell.time)
      cell.state.began = elapsed
      return rules.mayStart(elapsed: elapsed, cell.state) == nil
    }

    /// Decides as the other function does, if it is plain.
    @inline(__always)
    func decide(_ isRetried: Bool, _ call: UInt64, _ count: inout ChainRun.Count) -> Reply {
      count.failures &+= 1
      count.decisions &+= 1
      guard isRetried else { return .leaves }
      guard count.failures <= waits.count else { return isCompleting ? .completes : .leaves }
      var draws = Draws(key, call: call, attempt: count.decisions, purpose: .jitter)
      return .waits(waits[Int(count.failures) - 1].time(Double(unitOf: draws.nextBlock())))
    }
  }

  enum Reply: Equatable {
    case waits(Nanoseconds)
    case completes
    /// The signal leaves the layer.
    case leaves
  }

  private(set) var steps = UnsafeArray<Step>()
  /// The moves by layer and signal.
  private var moves = UnsafeArray<Move>()
  private let width: Int
  /// The layers that are timeouts, from the outside in.
  let timeouts: UnsafeArray<Int>
  private var keptPolicies: [Policy] = []
  private var keptNotifiers: [RunningNotifier] = []
  /// The number of notes that the notifiers keep for each call.
  private(set) var noteCount = 0
  /// The number of bytes that the layers keep for each call.
  private(set) var partBytes: Int32 = 0
  /// Unretained, to avoid reference counting; the arrays keep them alive.
  let policies: UnsafeArray<Unretained<Policy>>
  let notifiers: UnsafeArray<Unretained<RunningNotifier>>

  init(_ chain: Chain, seed: UInt64, inLoad: Bool, counting functionCalls: FunctionCalls) {
    width = chain.signals.count
    timeouts = UnsafeArray(chain.layers.indices.reversed().filter { chain.layers[$0].isTimeout })
    for layer in chain.layers {
      var step = Step()
      let own = functionCalls.counting {
        zip(chain.signals, layer.replacements).map { Move(layer.kind, $0, replacement: Int32($1)) }
      }
      var bytes = MemoryLayout<ChainRun.Cell>.stride
      switch layer.kind {
      case .timeout(let limit, let end):
        (step.limit, step.end) = (limit.count, Int32(end))
        bytes = inLoad ? 0 : MemoryLayout<Int64>.stride
      case .notified(let notifier, _):
        (step.notifier, step.firstNote) = (Int32(keptNotifiers.count), Int32(noteCount))
        keptNotifiers.append(RunningNotifier(notifier, seed: seed))
        noteCount += notifier.steps.count
      case .retry(let strategy, let name):
        step.policy = Int32(keptPolicies.count)
        let policy = functionCalls.counting {
          Policy(strategy.detached, DrawKey(seed: seed, name: name), own)
        }
        keptPolicies.append(policy)
        if policy.isPlain { bytes = MemoryLayout<ChainRun.Count>.stride }
      }
      if bytes > 0 { step.part = partBytes }
      partBytes += Int32(bytes)
      steps.append(step)
      for move in own { moves.append(move) }
    }
    policies = UnsafeArray(keptPolicies.map(Unretained.init))
    notifiers = UnsafeArray(keptNotifiers.map(Unretained.init))
  }

  @inline(__always)
  func move(_ layer: Int, _ mark: Int32) -> Move { moves[layer * width + Int(mark)] }

  @inline(__always)
  func leave(_ layer: Int, _ mark: Int32) -> Int32 { move(layer, mark).replacement }
}

extension RetryRules {
  /// The greatest number of delays in a table.
  private static let mostWaits = 256

  /// Returns the delay after each failure, if it depends only on chance and the number of the failure.
  fileprivate func plannedDelays(_ key: DrawKey, _ moves: [ChainTables.Move]) -> [PlannedDelay]? {
    guard limit == nil, let most = mostAttempts, most <= Self.mostWaits,
      !moves.contains(where: { $0.slot != nil || $0.hint.map(reacts) == true })
    else { return nil }
    var waits: [PlannedDelay] = []
    while waits.count < most - 1 {
      guard let range = backoff.range(retry: waits.count, previous: nil),
        let wait = backoff.plannedDelay(retry: waits.count, range, key, decision: 0),
        // Up to here the product with a random number is never rounded beyond the bounds.
        wait.longest.count < 1 << 50
      else { return nil }
      waits.append(wait)
    }
    return waits
  }
}

extension ChainTables.Move {
  init(_ kind: Chain.Layer.Kind, _ signal: Signal, replacement: Int32) {
    self.replacement = replacement
    guard case .failed(let fault) = signal else { return }
    switch kind {
    case .timeout: break
    case .notified(_, let filter): isFailure = filter.admits(fault)
    case .retry(let strategy, _):
      isFailure = true
      isRetried = strategy.policy.filter?(fault) ?? true
      hint = strategy.policy.hint?(fault).map { Nanoseconds($0) }
      slot = strategy.policy.slot(of: fault)
    }
  }
}
