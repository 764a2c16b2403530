import RetryNumerics

/// Waits for the first value passed to a callback, or returns `nil` if the task is cancelled.
///
/// The closure receives the callback, which returns whether its value was the first and arrived in
/// time. The closure returns an action to run if the task is cancelled first. The continuation is
/// always resumed.
package func firstReply<Value: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  from begin: (@escaping @Sendable (Value) -> Bool) -> @Sendable () -> Void
) async -> Value? {
  let (replies, sink) = AsyncStream.makeStream(
    of: Value.self, bufferingPolicy: .bufferingOldest(1))
  let isDecided = Locked(false)
  /// Decides between the first value and a cancellation; returns whether this was the first to do so.
  let decide = { @Sendable () -> Bool in
    isDecided.withLock { isDecided in
      defer { isDecided = true }
      return !isDecided
    }
  }
  let leave = begin { value in
    guard decide(), case .enqueued = sink.yield(value) else { return false }
    sink.finish()
    return true
  }
  sink.onTermination = { if case .cancelled = $0, decide() { leave() } }
  var iterator = replies.makeAsyncIterator()
  return await iterator.next(isolation: isolation)
}
