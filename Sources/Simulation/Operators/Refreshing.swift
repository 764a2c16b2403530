extension Source {
  /// Returns the source with one more try after another source, where it fails in some ways.
  ///
  /// What the refresh sends is dropped; where it fails, its error is the end.
  package func refreshing(with refresh: Source, on filter: FaultFilter) -> Source {
    let again = fallback(to: refresh.filter { _ in false }.concat(self), on: filter)
    return Source("AuthFilter", on: [self, refresh], parts: [self], role: .refreshing(on: filter)) {
      $0.stage(for: again)
    }
  }
}
