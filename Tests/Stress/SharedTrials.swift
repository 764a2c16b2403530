import Retry
import RetryNumerics
import RetrySystems

/// A cache whose callers share the fetches of a key.
struct CacheTrial: Sendable {
  private struct State: Sendable {
    var dice: Dice
    var fetching: [Int: Int] = [:]
    /// The values that were fetched, by their keys.
    var values: [Int: Set<Int>] = [:]
    var serial = 0
    var hasThrownCancellation = false
  }

  let ledger: Ledger

  init(_ ledger: Ledger) { self.ledger = ledger }

  func run(_ dice: inout Dice) async {
    let cache = Cache<Int, Int>(
      countLimit: dice.some(30) { $0.int(0...2) }, lifetime: dice.some(50) { $0.micros(0...200) })
    let state = Shelf(State(dice: dice.split()), ledger)
    await withTaskGroup { group in
      for call in 1...dice.int(2...8) {
        let script = CallScript(
          call: call, ledger: ledger, cancelled: dice.some(35) { $0.micros(0...200) }, failures: 0,
          dice: dice.split())
        let (key, rounds) = (dice.int(0...1), dice.int(1...3))
        let pause = dice.micros(0...50)
        group.addTask { await self.call(script, key, rounds, pause, cache, state) }
      }
    }
    ledger.checkAllDone()
  }

  private func call(
    _ script: CallScript, _ key: Int, _ rounds: Int, _ pause: Duration, _ cache: Cache<Int, Int>,
    _ shelf: Shelf
  ) async {
    let result = await script.inTask {
      var value = 0
      for _ in 0..<rounds {
        value = try await cache.sharedValue(forKey: key) { try await shelf.fetch(key) }.value
        try await Task.sleep(for: pause)
      }
      return value
    }
    ledger.answered(script.call)
    switch result {
    case .success(let value):
      ledger.check(shelf.knows(value, key), "a value of a cache was fetched for its key")
    case .failure(is CancellationError), .failure(RetryFailure<any Error>.cancelled):
      ledger.check(
        ledger.mayBeCancelled(script.call) || shelf.hasThrownCancellation,
        "a call of a cache is cancelled by its caller alone")
    case .failure(RetryFailure<any Error>.failed(is Fault, _, _)): break
    case .failure(let error): ledger.broken("no cache is documented to throw \(error)")
    }
  }

  /// What the fetches come from, which runs one for a key at a time.
  private final class Shelf: Sendable {
    private let state: Locked<State>
    private let ledger: Ledger

    init(_ state: State, _ ledger: Ledger) {
      self.state = Locked(state)
      self.ledger = ledger
    }

    var hasThrownCancellation: Bool { state.withLock { $0.hasThrownCancellation } }

    func knows(_ value: Int, _ key: Int) -> Bool {
      state.withLock { $0.values[key, default: []].contains(value) }
    }

    func fetch(_ key: Int) async throws -> Int {
      let (count, pace, end, time) = state.withLock { state in
        state.fetching[key, default: 0] += 1
        let count = state.fetching[key, default: 0]
        return (count, state.dice.int(0...3), state.dice.int(0...9), state.dice.micros(0...200))
      }
      defer { state.withLock { $0.fetching[key, default: 0] -= 1 } }
      ledger.check(count == 1, "a key has one fetch at a time, not \(count)")
      if pace < 2 { try await Task.sleep(for: time) } else { await Task.yield() }
      switch end {
      case 0...5:
        return state.withLock { state in
          state.serial += 1
          state.values[key, default: []].insert(state.serial)
          return state.serial
        }
      case 6:
        state.withLock { $0.hasThrownCancellation = true }
        throw CancellationError()
      default: throw Fault(call: 0, kind: .plain)
      }
    }
  }
}

/// A registry that many tasks ask for the pipelines of a few keys.
struct RegistryTrial: Sendable {
  private struct Item: Sendable {
    let key: Int
    let bulkhead: Bulkhead<ContinuousClock>
    let breaker: Breaker<ContinuousClock>
  }

  let ledger: Ledger

  init(_ ledger: Ledger) { self.ledger = ledger }

  func run(_ dice: inout Dice) async {
    let (limit, idle) = (dice.int(1...5), dice.some(30) { $0.micros(0...100) })
    let settings = dice.concurrencyLimit()
    let registry = PipelineRegistry(limit: limit, idle: idle) { (key: Int) in
      return Item(
        key: key, bulkhead: Bulkhead(settings),
        breaker: Breaker(CircuitBreaker(consecutiveFailures: 2, opening: .init(.zero))))
    }
    let removes = dice.chance(30)
    let seen = Sightings()
    await withTaskGroup { group in
      for call in 1...dice.int(2...6) {
        let (key, own) = (dice.int(0...3), dice.split())
        let script = CallScript(
          call: call, ledger: ledger, cancelled: dice.some(20) { $0.micros(0...200) },
          failures: 40, dice: own)
        group.addTask {
          let item = registry[key]
          seen.note(ObjectIdentifier(item.bulkhead), of: key)
          await self.call(script, item, key)
          if removes { registry.remove(key) }
        }
      }
      let other = dice.concurrencyLimit()
      group.addTask { registry.forEach { _, item in item.bulkhead.update(other) } }
    }
    ledger.checkAllDone()
    ledger.check(registry.items.count <= limit, "a registry has at most \(limit) items")
    registry.forEach { [ledger] _, item in
      ledger.check(item.bulkhead.running == 0, "no call keeps its place in a bulkhead")
    }
    guard limit >= 4, idle == nil, !removes else { return }
    ledger.check(seen.isOneEach, "all who ask a registry for a key get the same item")
  }

  private func call(_ script: CallScript, _ item: Item, _ key: Int) async {
    ledger.check(item.key == key, "an item of a registry is that of its key")
    let client = Pipeline(item.breaker, item.bulkhead)
    let result: Result<Reply, any Error> = await script.inTask {
      try await client.call { _ in try await script.perform(mayHang: false) }
    }
    ledger.answered(script.call)
    var allowed = AllowedErrors(ledger: ledger)
    allowed.refusals = [.breaker, .concurrencyLimit]
    allowed.check(result, of: script.call, hasFallback: false)
  }
}

/// The objects that tasks got for the keys of a registry.
private final class Sightings: Sendable {
  private let objects = Locked<[Int: Set<ObjectIdentifier>]>([:])

  /// Whether each key had one object.
  var isOneEach: Bool { objects.withLock { $0.values.allSatisfy { $0.count == 1 } } }

  func note(_ object: ObjectIdentifier, of key: Int) {
    objects.withLock { _ = $0[key, default: []].insert(object) }
  }
}
