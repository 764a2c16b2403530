import TextLayout

extension BinaryInteger {
  /// The number of stale cache entries served as text, if any.
  var staleWords: String? { self == 0 ? nil : "\(grouped) served stale" }
}
