import Synchronization

extension FunctionCalls {
  private static let held = Mutex<FunctionCalls?>(nil)

  /// The calls of the run.
  ///
  /// A page has one thread, on which nothing else runs meanwhile.
  package static var current: FunctionCalls? { held.withLock { $0 } }

  /// Runs work whose calls of functions are counted here.
  package func counting<Result>(_ work: () -> Result) -> Result {
    let outer = Self.current
    Self.held.withLock { $0 = self }
    defer { Self.held.withLock { $0 = outer } }
    return work()
  }
}
