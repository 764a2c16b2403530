extension Source {
  /// Returns the source; after an error that the filter admits, runs another source and retries once.
  ///
  /// Values of the other source are dropped; its error ends the sequence.
  package func refreshing(with refresh: Source, on filter: FaultFilter) -> Source {
    Source(.refreshing(on: filter), on: [self, refresh])
  }
}
