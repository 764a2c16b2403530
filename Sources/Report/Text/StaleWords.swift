import TextLayout

extension BinaryInteger {
  /// The number of old entries that caches served, in words, if there are any.
  var staleWords: String? { self == 0 ? nil : "\(grouped) served stale" }
}
