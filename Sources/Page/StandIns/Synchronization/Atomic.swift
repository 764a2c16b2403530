/// A number or flag of all threads.
///
/// A page has one thread, so that reading and writing in turn is the same.
public final class Atomic<Value: Sendable>: Sendable {
  fileprivate let value: Mutex<Value>

  /// Creates it with its first value.
  public init(_ value: Value) {
    self.value = Mutex(value)
  }

  /// Returns the value.
  public func load(ordering: Ordering) -> Value { value.withLock { $0 } }

  /// Sets the value.
  public func store(_ value: Value, ordering: Ordering) { self.value.withLock { $0 = value } }

  /// Sets the value, and returns the one before.
  public func exchange(_ value: Value, ordering: Ordering) -> Value {
    self.value.withLock { held in
      defer { held = value }
      return held
    }
  }
}

/// Which accesses of other threads are seen.
public enum Ordering: Sendable {
  /// Nothing but the value itself.
  case relaxed
  /// What was written before a release.
  case acquiring
  /// What was written before.
  case releasing
}

extension Atomic where Value: FixedWidthInteger {
  /// Adds to the number, and returns it before and after.
  @discardableResult
  public func add(_ other: Value, ordering: Ordering) -> (oldValue: Value, newValue: Value) {
    value.withLock { held in
      let old = held
      held += other
      return (old, held)
    }
  }
}
