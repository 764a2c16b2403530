import RetryNumerics

/// The values of a cache and the order of their use, without a clock.
struct CacheStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  struct Entry: Sendable {
    let value: Value
    /// When it expires; `nil` means never.
    let expiry: Nanoseconds?
    fileprivate(set) var use: Int

    func isFresh(at now: Nanoseconds) -> Bool {
      expiry.map { now < $0 } ?? true
    }
  }

  let countLimit: Int
  private(set) var entries: [Key: Entry] = [:]

  /// The uses in order; only the latest use of each key counts.
  private var uses: [(key: Key, number: Int)] = []
  /// The number of uses that were dropped from the front of the list.
  private var dropped = 0

  init(countLimit: Int) {
    self.countLimit = countLimit
  }

  /// The keys, the least recently used first.
  var order: [Key] {
    uses[dropped...].filter(isLatest).map(\.key)
  }

  /// Returns the keys of fresh values, the least recently used first.
  func keys(at now: Nanoseconds) -> [Key] {
    order.filter { entries[$0]?.isFresh(at: now) ?? false }
  }

  /// Returns the value of a key, if it is fresh, and records its use.
  mutating func use(_ key: Key, at now: Nanoseconds) -> Value? {
    guard let entry = entries[key], entry.isFresh(at: now) else { return nil }
    let number = note(key)
    entries[key]?.use = number
    return entry.value
  }

  /// Inserts a value and evicts others if the store is full.
  mutating func insert(_ value: Value, forKey key: Key, until expiry: Nanoseconds?) {
    entries[key] = Entry(value: value, expiry: expiry, use: note(key))
    while entries.count > countLimit {
      let oldest = uses[dropped]
      if isLatest(oldest) { entries[oldest.key] = nil }
      dropped += 1
    }
  }

  mutating func remove(_ key: Key) {
    entries[key] = nil
  }

  mutating func removeExpired(at now: Nanoseconds) {
    entries = entries.filter { $0.value.isFresh(at: now) }
  }

  /// Records a use and returns its number.
  private mutating func note(_ key: Key) -> Int {
    let number = (uses.last?.number ?? 0) + 1
    uses.append((key, number))
    // Keeping the list at most twice as long as necessary makes a use take constant time.
    if uses.count > 2 * entries.count + 16 { tidy(keeping: number) }
    return number
  }

  /// Removes uses that are not the latest of their key.
  private mutating func tidy(keeping number: Int) {
    uses = uses[dropped...].filter { $0.number == number || isLatest($0) }
    dropped = 0
  }

  private func isLatest(_ use: (key: Key, number: Int)) -> Bool {
    entries[use.key]?.use == use.number
  }
}
