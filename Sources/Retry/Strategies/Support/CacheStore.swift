public import RetryNumerics

/// The values of a cache or a registry and the order of their use, without a clock.
@usableFromInline
package struct CacheStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A value, in a list from the least recently used one to the latest.
  @usableFromInline
  package struct Entry: Sendable {
    package let key: Key
    @usableFromInline package fileprivate(set) var value: Value
    /// When it expires, if ever.
    @usableFromInline package fileprivate(set) var expiry: Nanoseconds
    /// The place of the one that was used before it; none is negative.
    @usableFromInline var older: Int = -1
    /// The place of the one that was used after it; none is negative.
    @usableFromInline var newer: Int = -1

    @inlinable
    package func isFresh(at now: Nanoseconds) -> Bool { now < expiry || expiry == .never }
  }

  package let countLimit: Int
  /// The values without gaps, in no order of their own.
  @usableFromInline package var entries: ContiguousArray<Entry> = []
  @usableFromInline var places: [Key: Int] = [:]
  @usableFromInline var oldest: Int = -1
  @usableFromInline var newest: Int = -1

  package init(countLimit: Int) {
    self.countLimit = countLimit
  }

  /// The entries, the least recently used first.
  package var order: [Entry] {
    var list: [Entry] = []
    list.reserveCapacity(entries.count)
    var place = oldest
    while place >= 0 {
      list.append(entries[place])
      place = entries[place].newer
    }
    return list
  }

  /// Returns the value of a key, fresh or not.
  package func value(forKey key: Key) -> Value? { places[key].map { entries[$0].value } }

  /// Returns the value of a key, if it is fresh, and records its use.
  @inlinable
  package mutating func use(_ key: Key, at now: Nanoseconds) -> Value? {
    guard let place = places[key], entries[place].isFresh(at: now) else { return nil }
    if place != newest { makeNewest(place) }
    return entries[place].value
  }

  /// Inserts a value and evicts others if the store is full.
  package mutating func insert(_ value: Value, forKey key: Key, until expiry: Nanoseconds?) {
    if let place = places[key] {
      (entries[place].value, entries[place].expiry) = (value, expiry ?? .never)
      if place != newest { makeNewest(place) }
    } else {
      places[key] = entries.count
      entries.append(Entry(key: key, value: value, expiry: expiry ?? .never))
      append(entries.count - 1)
    }
    while entries.count > countLimit { remove(entries[oldest].key) }
  }

  package mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    let last = entries.removeLast()
    guard place < entries.count else { return }
    // The last one fills the gap.
    entries[place] = last
    places[last.key] = place
    setNewer(of: last.older, to: place)
    setOlder(of: last.newer, to: place)
  }

  package mutating func removeExpired(at now: Nanoseconds) {
    for entry in order where !entry.isFresh(at: now) { remove(entry.key) }
  }

  /// Removes the least recently used values up to one that is fresh.
  mutating func removeOldest(expiredAt now: Nanoseconds) {
    while oldest >= 0, !entries[oldest].isFresh(at: now) { remove(entries[oldest].key) }
  }

  @inlinable
  mutating func makeNewest(_ place: Int) {
    unlink(place)
    append(place)
  }

  @inlinable
  mutating func append(_ place: Int) {
    (entries[place].older, entries[place].newer) = (newest, -1)
    setNewer(of: newest, to: place)
    newest = place
  }

  @inlinable
  mutating func unlink(_ place: Int) {
    let (older, newer) = (entries[place].older, entries[place].newer)
    setNewer(of: older, to: newer)
    setOlder(of: newer, to: older)
  }

  /// Sets which place follows another; without another, it is the first.
  @inlinable
  mutating func setNewer(of place: Int, to newer: Int) {
    if place < 0 { oldest = newer } else { entries[place].newer = newer }
  }

  /// Sets which place precedes another; without another, it is the last.
  @inlinable
  mutating func setOlder(of place: Int, to older: Int) {
    if place < 0 { newest = older } else { entries[place].older = older }
  }
}
