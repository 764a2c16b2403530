import Retry
import RetryNumerics
import VirtualTime

/// A chain as tables of plain numbers, used in every attempt.
struct ChainTables {
  /// A layer; the indices of other kinds are `none`.
  struct Step {
    /// The limit of a timeout and its signal.
    var limit = Int64.max
    var end = ChainTables.none
    /// The index of the policy of a retry.
    var policy = ChainTables.none
    /// The index of the notifier of a `retryWhen`, and of its first note among the notes of a call.
    var notifier = ChainTables.none
    var firstNote: Int32 = 0
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

    fileprivate init(_ strategy: RetryStrategy, _ key: DrawKey) {
      (rules, self.key) = (strategy.policy.rules, key)
    }

    @inline(never)
    func decide(
      _ move: Move, _ call: UInt64, _ cell: inout ChainRun.Cell, at time: Int64
    ) -> RetryDecision {
      cell.decisions &+= 1
      var draws = Draws(key, call: call, attempt: cell.decisions, purpose: .jitter)
      return rules.decide(
        isRetryable: move.isRetried, hint: move.hint, slot: move.slot,
        elapsed: Nanoseconds(time - cell.time), state: &cell.state, using: &draws)
    }
  }

  private(set) var steps = Slab<Step>()
  /// The moves by layer and signal.
  private var moves = Slab<Move>()
  private let width: Int
  /// The layers that are timeouts, from the outside in.
  let timeouts: Slab<Int>
  private var keptPolicies: [Policy] = []
  private var keptNotifiers: [RunningNotifier] = []
  /// The number of notes that the notifiers keep for each call.
  private(set) var noteCount = 0
  /// Unretained, to avoid reference counting; the arrays keep them alive.
  let policies: Slab<Unmanaged<Policy>>
  let notifiers: Slab<Unmanaged<RunningNotifier>>

  /// Creates the tables of a chain under a seed.
  init(_ chain: Chain, seed: UInt64) {
    width = chain.signals.count
    timeouts = Slab(chain.layers.indices.reversed().filter { chain.layers[$0].isTimeout })
    var (steps, moves, kept) = (Slab<Step>(), Slab<Move>(), [Policy]())
    for layer in chain.layers {
      var step = Step()
      switch layer.kind {
      case .timeout(let limit, let end): (step.limit, step.end) = (limit.count, Int32(end))
      case .notified(let notifier, _):
        (step.notifier, step.firstNote) = (Int32(keptNotifiers.count), Int32(noteCount))
        keptNotifiers.append(RunningNotifier(notifier, seed: seed))
        noteCount += notifier.steps.count
      case .retry(let strategy, let name):
        step.policy = Int32(kept.count)
        kept.append(Policy(strategy.detached, DrawKey(seed: seed, name: name)))
      }
      steps.append(step)
      for (signal, mark) in zip(chain.signals, layer.replacements) {
        moves.append(Move(layer.kind, signal, replacement: Int32(mark)))
      }
    }
    (self.steps, self.moves, keptPolicies) = (steps, moves, kept)
    policies = Slab(kept.map(Unmanaged.passUnretained))
    notifiers = Slab(keptNotifiers.map(Unmanaged.passUnretained))
  }

  /// A layer's reaction to a signal.
  @inline(__always)
  func move(_ layer: Int, _ mark: Int32) -> Move { moves[layer * width + Int(mark)] }

  /// The signal that leaves a layer instead of another.
  @inline(__always)
  func leave(_ layer: Int, _ mark: Int32) -> Int32 { move(layer, mark).replacement }
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
