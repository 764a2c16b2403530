package import Synchronization

#if SANITIZE_THREAD
  import CThreadSanitizer
#endif

/// A value shared between threads, behind a lock.
///
/// All locks of the library are of this type. The thread sanitizer cannot see into the mutex of the
/// standard library, so in a build for it the lock says what the mutex orders.
package struct Locked<Value>: ~Copyable, Sendable {
  /// The value and its lock.
  @usableFromInline let mutex: Mutex<Value>

  #if SANITIZE_THREAD
    /// What the sanitizer knows the lock by.
    private let mark = LockMark()
  #endif

  /// Creates a lock around a value.
  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  #if SANITIZE_THREAD
    /// Runs a body while no other thread has the value, and tells the sanitizer so.
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
    /// Runs a body while no other thread has the value.
    @inlinable
    package borrowing func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> Result {
      try mutex.withLock(body)
    }
  #endif
}

#if SANITIZE_THREAD
  /// An address that stands for a lock.
  private final class LockMark: Sendable {
    /// Says that what came before the release of the lock comes before what follows now.
    func acquire() { __tsan_acquire(Unmanaged.passUnretained(self).toOpaque()) }

    /// Says that what came before is done when the lock is next acquired.
    func release() { __tsan_release(Unmanaged.passUnretained(self).toOpaque()) }
  }
#endif
