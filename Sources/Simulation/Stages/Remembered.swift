import RetryNumerics
import VirtualTime

/// A strategy that remembers all calls together, or those of each client by themselves.
class Remembered<State: StrategyMemory>: RunningStrategy {
  private let fresh: State
  private let isPerClient: Bool
  private var states: ContiguousArray<State> = []

  init<Settings: RememberedSettings>(_ strategy: Shared<Settings>) where Settings.Memory == State {
    (fresh, isPerClient) = (strategy.settings.fresh, strategy.isPerClient)
    super.init(strategy.name)
  }

  /// Returns the number of those who share the memory of a client.
  final func group(of client: Int) -> Int { isPerClient ? client : 0 }

  final subscript(client: Int) -> State {
    get {
      let place = group(of: client)
      return place < states.count ? states[place] : fresh
    }
    _modify {
      let place = group(of: client)
      while states.count <= place { states.append(fresh) }
      yield &states[place]
    }
  }

  override var measure: StrategyMeasure? { fresh.measure }

  override func level(at now: Instant) -> Double? {
    guard !states.isEmpty else { return fresh.level(at: now.sinceStart) }
    let levels = states.compactMap { $0.level(at: now.sinceStart) }
    return levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
  }

  override func summary(of client: Int, at now: Instant, from zero: Instant) -> String? {
    self[client].summary(at: now.sinceStart, from: zero.sinceStart)
  }

  override func forget() {
    super.forget()
    states.removeAll(keepingCapacity: true)
  }
}
