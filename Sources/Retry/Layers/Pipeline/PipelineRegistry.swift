import RetryNumerics

/// A pipeline for each key, such as a host, made when it is first asked for.
///
/// So a host that fails opens no breaker but its own. The pipeline that was not used for the longest time is dropped
/// when there are too many, and each after a time without use; whoever asks again gets one without memory.
///
/// ```swift
/// let opening = CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10)))
/// let hosts = PipelineRegistry(idle: .seconds(600)) { (host: String) in
///   Pipeline(Breaker(opening), Timeout(.seconds(5)))
/// }
/// let page = try await hosts["example.org"].call { _ in "hello" }
/// ```
public final class PipelineRegistry<Key: Hashable & Sendable, Item: Sendable>: Sendable {
  private struct State: Sendable {
    var store: CacheStore<Key, Item>
    /// How often all were changed.
    var changes = 0
  }

  private let state: Locked<State>
  private let idle: Nanoseconds
  /// The time since the registry was created.
  private let elapsed: @Sendable () -> Nanoseconds
  private let make: @Sendable (Key) -> Item

  /// Creates an empty registry of at most a number of pipelines, each of which is kept for a time without use.
  ///
  /// A pipeline is used when it is asked for; a call of it may last longer. What makes one runs in the call that asks
  /// for it. Calls that ask for the same key at once share one pipeline, though it may be made more than once.
  public init(
    limit: Int = 1000, idle: Duration? = nil, clock: some Clock<Duration> = ContinuousClock(),
    make: @escaping @Sendable (Key) -> Item
  ) {
    state = Locked(State(store: CacheStore(countLimit: max(limit, 1))))
    self.idle = idle.map { max(Nanoseconds($0), .zero) } ?? .never
    let epoch = Epoch(clock)
    elapsed = { epoch.now }
    self.make = make
  }

  /// The pipeline of a key.
  public subscript(key: Key) -> Item {
    while true {
      let now = elapsed()
      let (known, changes) = state.withLock { (used(key, at: now, in: &$0.store), $0.changes) }
      if let known { return known }
      // Made without the lock, because it is code of the caller.
      let new = make(key)
      let later = elapsed()
      let item = state.withLock { state in
        add(new, forKey: key, at: later, after: changes, to: &state)
      }
      if let item { return item }
    }
  }

  /// Returns the pipeline of a key, if there is one, and records its use.
  private func used(
    _ key: Key, at now: Nanoseconds, in store: inout CacheStore<Key, Item>
  ) -> Item? {
    guard let item = store.use(key, at: now) else { return nil }
    store.insert(item, forKey: key, until: now + idle)
    return item
  }

  /// Adds a pipeline and returns it, or one that was added meanwhile; `nil` if all were changed since it was begun.
  private func add(
    _ new: Item, forKey key: Key, at now: Nanoseconds, after changes: Int, to state: inout State
  ) -> Item? {
    if let item = used(key, at: now, in: &state.store) { return item }
    guard state.changes == changes else { return nil }
    state.store.removeOldest(expiredAt: now)
    state.store.insert(new, forKey: key, until: now + idle)
    return new
  }

  /// The keys and the pipelines that are kept now, the least recently used first.
  public var items: [(key: Key, item: Item)] {
    let now = elapsed()
    return state.withLock { state in
      state.store.removeOldest(expiredAt: now)
      return state.store.order.map { ($0.key, $0.value) }
    }
  }

  /// Changes each pipeline that is kept, such as by the `update` of its parts.
  ///
  /// One that is being made meanwhile is made again, so none is missed if what makes them goes by the change already.
  public func forEach(_ change: (Key, Item) throws -> Void) rethrows {
    state.withLock { $0.changes += 1 }
    for (key, item) in items { try change(key, item) }
  }

  /// Drops the pipeline of a key.
  public func remove(_ key: Key) {
    state.withLock { $0.store.remove(key) }
  }
}
