import RetryNumerics

/// A pipeline for each key, such as a host, made when it is first asked for.
///
/// So a host that fails opens no breaker but its own. The pipeline that was not used for the longest time is dropped
/// when there are too many, and each after a time without use; whoever asks again gets one without memory.
///
/// ```swift
/// let document = PolicyDocument(rules: RetryRules(attempts: 3), budget: .ratio(0.1))
/// let hosts = PipelineRegistry(idle: .seconds(600)) { (host: String) in document.pipeline() }
/// let page = try await hosts["example.org"].call { _ in "hello" }
/// for (_, client) in hosts.items { client.update(document) }
/// ```
public final class PipelineRegistry<Key: Hashable & Sendable, Item: Sendable>: Sendable {
  private let store: Locked<CacheStore<Key, Item>>
  private let idle: Nanoseconds
  /// The time since the registry was created.
  private let elapsed: @Sendable () -> Nanoseconds
  private let make: @Sendable (Key) -> Item

  /// Creates an empty registry of at most a number of pipelines, each of which is kept for a time without use.
  ///
  /// What makes a pipeline runs in the call that asks for it. Calls that ask for the same key at once share one
  /// pipeline, though it may be made more than once.
  public init(
    limit: Int = 1000, idle: Duration? = nil, clock: some Clock<Duration> = ContinuousClock(),
    make: @escaping @Sendable (Key) -> Item
  ) {
    store = Locked(CacheStore(countLimit: max(limit, 1)))
    self.idle = idle.map { max(Nanoseconds($0), .zero) } ?? .never
    let epoch = Epoch(clock)
    elapsed = { epoch.now }
    self.make = make
  }

  /// The pipeline of a key.
  public subscript(key: Key) -> Item {
    let now = elapsed()
    if let item = store.withLock({ used(key, at: now, in: &$0) }) { return item }
    // Made without the lock, because it is code of the caller.
    let new = make(key)
    return store.withLock { store in
      if let item = used(key, at: now, in: &store) { return item }
      store.removeOldest(expiredAt: now)
      store.insert(new, forKey: key, until: now + idle)
      return new
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

  /// The keys and the pipelines that are kept now, the least recently used first.
  public var items: [(key: Key, item: Item)] {
    let now = elapsed()
    return store.withLock { store in
      store.removeOldest(expiredAt: now)
      return store.order.map { ($0.key, $0.value) }
    }
  }

  /// Drops the pipeline of a key.
  public func remove(_ key: Key) {
    store.withLock { $0.remove(key) }
  }
}
