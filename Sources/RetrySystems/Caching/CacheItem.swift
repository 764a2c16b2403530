/// An exported entry of a cache.
package struct CacheItem<Key: Sendable, Value: Sendable>: Sendable {
  package let key: Key
  package let value: Value
  /// The remaining lifetime: zero or less if the value has expired, `nil` if it never expires.
  package let remaining: Duration?

  package init(key: Key, value: Value, remaining: Duration?) {
    self.key = key
    self.value = value
    self.remaining = remaining
  }
}
