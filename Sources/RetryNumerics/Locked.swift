public import Synchronization

#if SANITIZE_THREAD
  import CThreadSanitizer
#endif

/// A value shared between threads, behind a lock.
///
/// All locks of the library are of this type. The thread sanitizer cannot see into the mutex of the standard
/// library, so in sanitizer builds the lock reports its ordering.
///
/// It is usable from inlined code, since clients can specialize `withLock` only then.
@usableFromInline
@frozen
package struct Locked<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>

  #if SANITIZE_THREAD
    @usableFromInline let mark = LockMark()
  #endif

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  #if SANITIZE_THREAD
    /// Runs a body with exclusive access to the value, and reports it to the sanitizer.
    @usableFromInline
    package borrowing func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> Result {
      try mutex.withLock { value throws(Failure) in
        mark.acquire()
        defer { mark.release() }
        return try body(&value)
      }
    }
  #else
    @inlinable
    package borrowing func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> Result {
      try mutex.withLock(body)
    }
  #endif
}

#if SANITIZE_THREAD
  /// An address that identifies a lock.
  @usableFromInline
  final class LockMark: Sendable {
    @usableFromInline
    init() {}

    /// Orders everything before the previous release before everything that follows.
    func acquire() { __tsan_acquire(Unmanaged.passUnretained(self).toOpaque()) }

    /// Orders everything so far before the next acquisition.
    func release() { __tsan_release(Unmanaged.passUnretained(self).toOpaque()) }
  }
#endif
