public import Retry
public import RetryNumerics

/// A bounded cache whose values expire but can still be served when a fetch fails.
///
/// An expired value is not returned or listed, but it is kept until it is evicted or removed, so
/// that a failed fetch can fall back on it. When the cache is full, the least recently used value
/// is evicted. The cache is thread-safe.
///
/// ```swift
/// let cache = Cache<String, Int>(countLimit: 100, lifetime: .seconds(60))
/// cache.insert(5, forKey: "hello")
/// cache["world"] = 5
/// let length = cache["hello"]
/// ```
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The maximum number of values; `nil` means no limit.
  public let countLimit: Int?
  /// How long a value stays fresh; `nil` means forever.
  public let lifetime: Duration?

  /// The clock for the age of values and the delays of fetches.
  let clock: any Clock<Duration>
  /// The time since the cache was created.
  @usableFromInline let elapsed: @Sendable () -> Duration
  @usableFromInline let store: Locked<CacheStore<Key, Value>>
  /// The fetches under way that calls share, by key.
  let flights = Locked<[Key: SharedToken<Value>]>([:])

  /// Creates an empty cache; a negative limit counts as zero.
  public init(
    countLimit: Int? = nil, lifetime: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.countLimit = countLimit.map { max($0, 0) }
    self.lifetime = lifetime
    self.clock = clock
    elapsed = Self.stopwatch(clock)
    store = Locked(CacheStore(countLimit: self.countLimit ?? .max))
  }

  /// Returns what tells the time from now on.
  private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    if clock is ContinuousClock {
      // The compiler knows this one, so that reading it allocates nothing.
      let start = ContinuousClock.now
      return { start.duration(to: .now) }
    }
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

extension Cache {
  /// The value of a key, if it is fresh; setting `nil` removes it.
  public subscript(key: Key) -> Value? {
    get { value(forKey: key) }
    set {
      guard let newValue else { return removeValue(forKey: key) }
      insert(newValue, forKey: key)
    }
  }

  /// Returns the value of a key, if it is fresh.
  @inlinable
  public func value(forKey key: Key) -> Value? {
    // Asked before the lock is taken, because the clock is code of the caller.
    let now = now
    return store.withLock { $0.use(key, at: now) }
  }

  /// Inserts or replaces the value of a key.
  public func insert(_ value: Value, forKey key: Key) {
    let now = now
    let expiry = lifetime.map { now + Nanoseconds($0) }
    store.withLock { $0.insert(value, forKey: key, until: expiry) }
  }

  /// Removes the value of a key, fresh or not.
  public func removeValue(forKey key: Key) {
    store.withLock { $0.remove(key) }
  }

  /// Removes all values.
  public func removeAll() {
    store.withLock { $0 = CacheStore(countLimit: $0.countLimit) }
  }

  /// Removes expired values, which then cannot be served as a fallback.
  public func removeExpired() {
    let now = now
    store.withLock { $0.removeExpired(at: now) }
  }

  /// The keys of the fresh values, the least recently used first.
  public var keys: [Key] {
    let now = now
    return store.withLock { store in
      store.order.filter { $0.isFresh(at: now) }.map(\.key)
    }
  }

  /// The number of fresh values.
  public var count: Int { keys.count }

  @inlinable var now: Nanoseconds { Nanoseconds(elapsed()) }
}

extension Cache {
  /// Returns the value of a key, fresh or not.
  func anyValue(forKey key: Key) -> Value? {
    store.withLock { $0.value(forKey: key) }
  }

  /// All values with their remaining lifetimes, the least recently used first.
  package var items: [CacheItem<Key, Value>] {
    store.withLock { store in
      let now = now
      return store.order.map { entry in
        CacheItem(
          key: entry.key, value: entry.value,
          remaining: entry.expiry == .never ? nil : (entry.expiry - now).duration)
      }
    }
  }

  package func restore(_ items: [CacheItem<Key, Value>]) {
    store.withLock { store in
      let now = now
      for item in items {
        store.insert(
          item.value, forKey: item.key, until: item.remaining.map { now + Nanoseconds($0) })
      }
    }
  }
}
