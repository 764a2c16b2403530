extension FunctionCalls {
  /// The calls of the run on this thread, by which a closure finds them: it sees neither the run nor its limits.
  @TaskLocal package static var current: FunctionCalls?

  /// Runs work whose calls of functions are counted here.
  @inline(__always)
  package func counting<Result>(_ work: () -> Result) -> Result {
    Self.$current.withValue(self, operation: work)
  }
}
