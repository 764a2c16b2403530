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
  // A buffer of one keeps the first value, and tells the others that they came too late.
  let (replies, sink) = AsyncStream.makeStream(
    of: Value.self, bufferingPolicy: .bufferingOldest(1))
  let isAnswered = Locked(false)
  let leave = begin { value in
    guard case .enqueued = sink.yield(value) else { return false }
    isAnswered.withLock { $0 = true }
    sink.finish()
    return true
  }
  // A stream that was finished before this also ends as a cancelled one.
  sink.onTermination = { end in
    if case .cancelled = end, !isAnswered.withLock({ $0 }) { leave() }
  }
  var iterator = replies.makeAsyncIterator()
  return await iterator.next(isolation: isolation)
}
