/// A value behind a lock.
///
/// Unchecked, since a page has one thread, which the compiler cannot know: nothing else reaches the value while a body
/// has it, so nothing is locked.
public final class Mutex<Value>: @unchecked Sendable {
  private var value: Value

  /// Creates the lock of a value.
  public init(_ value: consuming sending Value) {
    self.value = value
  }

  /// Runs a body with the value.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try body(&value)
  }
}
