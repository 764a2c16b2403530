import Retry
import RetryNumerics
import VirtualTime

/// A call of a plain chain that fails again and again, seen by the layers that retry.
struct DelayPlanner: Equatable {
  /// The consequence of a failure.
  enum Step: Equatable {
    /// Another attempt follows after a delay.
    indirect case wait(PlannedDelay, DelayPlanner)
    case ends(Outcome)

    var end: Outcome? {
      if case .ends(let outcome) = self { outcome } else { nil }
    }
  }

  private struct Layer: Equatable {
    /// The number of failures since it was subscribed, and of decisions in the call.
    var failures = 0
    var decisions = 0
    /// Whether its notifier has completed, and the notes of its steps.
    var isDone = false
    var notes: [Note] = []
  }

  private let parts: Parts
  private var layers: [Layer]

  /// The chain and its running parts, which do not change.
  private final class Parts {
    let chain: UniformChain
    /// The keys of the policies, and the pipelines of the others.
    let keys: [DrawKey?]
    let notifiers: [RunningNotifier?]

    init(_ chain: UniformChain, seed: UInt64) {
      self.chain = chain
      keys = chain.layers.map { layer in
        guard case .retry(_, let name) = layer.kind else { return nil }
        return DrawKey(seed: seed, name: name)
      }
      notifiers = chain.layers.map { layer in
        guard case .notified(let notifier, _) = layer.kind else { return nil }
        return RunningNotifier(notifier, seed: seed)
      }
    }
  }

  init(_ chain: UniformChain, seed: UInt64) {
    parts = Parts(chain, seed: seed)
    layers = parts.notifiers.map { notifier in
      var layer = Layer()
      notifier?.begin(&layer.notes)
      return layer
    }
  }

  // The parts never change, so the layers alone tell two planners apart.
  static func == (one: DelayPlanner, other: DelayPlanner) -> Bool { one.layers == other.layers }

  /// Returns the consequence of a signal that ends an attempt; `nil` if it is unknown or differs from call to call.
  func step(_ mark: Chain.Mark) -> Step? {
    var (next, mark) = (self, mark)
    for (index, layer) in parts.chain.layers.enumerated() {
      let signal = parts.chain.signals[mark]
      let move = ChainTables.Move(layer.kind, signal, replacement: 0)
      var reply = Reply.leaves(mark)
      if move.isFailure, case .failed(let fault) = signal {
        guard let answer = next.reply(of: index, to: fault, mark, move) else { return nil }
        reply = answer
      }
      switch reply {
      case .waits(let wait):
        for inner in 0..<index { next.restart(inner) }
        return .wait(wait, next)
      case .leaves(let own): mark = layer.replacements[own]
      case .completes: mark = Chain.completed
      }
    }
    return .ends(parts.chain.outcomes[mark])
  }

  private enum Reply {
    case waits(PlannedDelay)
    /// A signal leaves the layer and may be replaced.
    case leaves(Chain.Mark)
    case completes
  }

  private mutating func restart(_ index: Int) {
    layers[index].failures = 0
    layers[index].isDone = false
    parts.notifiers[index]?.begin(&layers[index].notes)
  }

  private mutating func reply(
    of index: Int, to fault: Fault, _ mark: Chain.Mark, _ move: ChainTables.Move
  ) -> Reply? {
    layers[index].failures += 1
    layers[index].decisions += 1
    if let rules = parts.chain.layers[index].rules, let key = parts.keys[index] {
      return decide(rules, key, layers[index], mark, move)
    }
    if layers[index].isDone { return .completes }
    return parts.notifiers[index].flatMap { notify($0, index, fault, mark) }
  }

  private func decide(
    _ rules: RetryRules, _ key: DrawKey, _ layer: Layer, _ mark: Chain.Mark,
    _ move: ChainTables.Move
  ) -> Reply? {
    guard move.hint.map(rules.reacts) != true else { return nil }
    guard move.isRetried else { return .leaves(mark) }
    let retry = layer.failures - 1
    let isSpent = rules.attempts.map { layer.failures >= $0 } ?? false
    guard !isSpent, let range = rules.backoff.range(retry: retry, previous: nil) else {
      return rules.exhausted == .complete ? .completes : .leaves(mark)
    }
    return rules.backoff.plannedDelay(retry: retry, range, key, decision: layer.decisions)
      .map(Reply.waits)
  }

  private mutating func notify(
    _ notifier: RunningNotifier, _ index: Int, _ fault: Fault, _ mark: Chain.Mark
  ) -> Reply? {
    var (value, waited, isCompleting) = (Value.fault(fault), Nanoseconds.zero, false)
    var drawn: PlannedDelay.Draw?
    for step in 0..<notifier.count {
      if !isCompleting, let (timer, key) = notifier.timer(for: value, at: step) {
        layers[index].notes[step].calls += 1
        guard drawn == nil else { return nil }
        drawn = PlannedDelay.Draw(
          key: key, number: Int(layers[index].notes[step].calls), timer)
        value = .int(0)
        continue
      }
      let reply = notifier.reply(to: &value, at: step, &layers[index].notes[step], 0, isCompleting)
      guard !layers[index].notes[step].hasDrawn else { return nil }
      switch reply {
      case .goesOn: break
      case .lasts: layers[index].isDone = true
      case .completes: isCompleting = true
      case .unknown: return nil
      case .waits(let delay):
        guard delay.count < ChainRun.latest - waited.count else { return nil }
        waited += delay
      case .fails(let error):
        guard waited == .zero, drawn == nil else { return nil }
        let own = error == fault ? mark : parts.chain.signals.firstIndex(of: .failed(error))
        return own.map(Reply.leaves)
      }
    }
    if let drawn { return waited == .zero && !isCompleting ? .waits(.drawn(drawn)) : nil }
    guard isCompleting else { return .waits(.fixed(waited)) }
    return waited == .zero ? .completes : nil
  }
}
