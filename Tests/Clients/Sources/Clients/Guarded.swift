import Synchronization

#if SANITIZE_THREAD
  import CTsan
#endif

/// A value behind a `Mutex` that the thread sanitizer is told of.
///
/// The sanitizer cannot see into the mutex, and takes each value behind one for a race. The library
/// tells it of its own locks, so a program has to tell it of those that it adds.
package struct Guarded<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  #if SANITIZE_THREAD
    private let mark = Mark()
  #endif

  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs a body that has the value to itself.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if SANITIZE_THREAD
      try mutex.withLock { value throws(Failure) in
        mark.acquire()
        defer { mark.release() }
        return try body(&value)
      }
    #else
      try mutex.withLock(body)
    #endif
  }
}

#if SANITIZE_THREAD
  /// An address that stands for a lock.
  private final class Mark: Sendable {
    /// Puts all before the last release before what follows.
    func acquire() { __tsan_acquire(Unmanaged.passUnretained(self).toOpaque()) }

    /// Puts all up to now before the next acquisition.
    func release() { __tsan_release(Unmanaged.passUnretained(self).toOpaque()) }
  }
#endif
