/// What a cache holds of a key, in a form that can leave it.
package struct CacheItem<Key: Sendable, Value: Sendable>: Sendable {
  /// The key.
  package let key: Key
  /// The value.
  package let value: Value
  /// How long the value is fresh for, not above zero if it has expired, or none if it stays fresh.
  package let remaining: Duration?

  /// Creates an item.
  package init(key: Key, value: Value, remaining: Duration?) {
    self.key = key
    self.value = value
    self.remaining = remaining
  }
}
