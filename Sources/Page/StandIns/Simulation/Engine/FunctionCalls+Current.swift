extension FunctionCalls {
  /// The calls of the run.
  ///
  /// A page has one thread, on which nothing else runs meanwhile.
  nonisolated(unsafe) package private(set) static var current: FunctionCalls?

  /// Runs work whose calls of functions are counted here.
  package func counting<Result>(_ work: () -> Result) -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return work()
  }
}
