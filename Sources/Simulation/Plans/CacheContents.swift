package import VirtualTime

/// What a cache did in place of a source.
package enum CacheAnswer: String, Hashable, Sendable {
  /// It had a fresh entry, and the source was not asked.
  case fresh
  /// It had an old entry, which serves because the source has failed.
  case stale
}

/// What is in a cache when a call comes: a call is a function of its seed, so it is drawn.
package struct CacheContents: Hashable, Sendable {
  /// The share of calls that find a fresh entry.
  package let fresh: Double
  /// The share of calls that find no fresh entry but an old one.
  package let stale: Double
  /// The entry.
  package let value: Value

  /// Creates the contents of a cache.
  package init(fresh: Double = 0, stale: Double = 1, value: Value) throws(InvalidArgument) {
    try InvalidArgument.checkShare(fresh, "fresh")
    try InvalidArgument.checkShare(stale, "stale")
    try InvalidArgument.checkSum(fresh + stale, "stale", of: "'fresh' and 'stale'")
    self.fresh = fresh
    self.stale = stale
    self.value = value
  }
}
