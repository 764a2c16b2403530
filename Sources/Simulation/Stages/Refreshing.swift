extension Source {
  /// Returns the source with one more try after another source, where it fails in some ways.
  ///
  /// What the refresh sends is dropped; where it fails, its error is the end.
  package func refreshing(with refresh: Source, on filter: FaultFilter) -> Source {
    Source(.refreshing(on: filter), on: [self, refresh])
  }
}
