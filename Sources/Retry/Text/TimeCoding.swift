import RetryNumerics

// Without these, a `Duration` is encoded in two words of attoseconds, which nobody reads or writes.

extension KeyedEncodingContainer {
  /// Encodes a time as text, such as `250ms`, to the nanosecond.
  mutating func encode(_ time: Duration, forKey key: Key) throws {
    try encode(Nanoseconds(time), forKey: key)
  }

  mutating func encodeIfPresent(_ time: Duration?, forKey key: Key) throws {
    try encodeIfPresent(time.map { Nanoseconds($0) }, forKey: key)
  }
}

extension KeyedDecodingContainer {
  func decode(_: Duration.Type, forKey key: Key) throws -> Duration {
    try decode(Nanoseconds.self, forKey: key).duration
  }

  func decodeIfPresent(_: Duration.Type, forKey key: Key) throws -> Duration? {
    try decodeIfPresent(Nanoseconds.self, forKey: key)?.duration
  }
}
