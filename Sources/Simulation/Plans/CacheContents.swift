package import VirtualTime

/// The answer of a cache instead of its source.
package enum CacheAnswer: String, Hashable, Sendable {
  /// A fresh entry; no attempt was made.
  case fresh
  /// A stale entry, served because the source failed.
  case stale
}

/// The contents of a cache, drawn at random for each call.
package struct CacheContents: Hashable, Sendable {
  /// The share of calls that find a fresh entry.
  package let fresh: Double
  /// The share of calls that find a stale entry.
  package let stale: Double
  package let value: Value

  package init(fresh: Double = 0, stale: Double = 1, value: Value) throws(InvalidArgument) {
    try InvalidArgument.checkShare(fresh, "fresh")
    try InvalidArgument.checkShare(stale, "stale")
    try InvalidArgument.checkSum(fresh + stale, "stale", of: "'fresh' and 'stale'")
    self.fresh = fresh
    self.stale = stale
    self.value = value
  }
}
