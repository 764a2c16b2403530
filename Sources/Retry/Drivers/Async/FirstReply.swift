/// Waits for the first value that a callback is given, or for nothing if the task is cancelled.
///
/// What begins gets the callback, which says whether the value was the first and came in time, and
/// returns what is done when the task is cancelled first. No continuation is ever left behind.
func firstReply<Value: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  from begin: (@escaping @Sendable (Value) -> Bool) -> @Sendable () -> Void
) async -> Value? {
  let (replies, sink) = AsyncStream.makeStream(
    of: Value.self, bufferingPolicy: .bufferingOldest(1))
  let leave = begin { value in
    guard case .enqueued = sink.yield(value) else { return false }
    sink.finish()
    return true
  }
  sink.onTermination = { if case .cancelled = $0 { leave() } }
  var iterator = replies.makeAsyncIterator()
  return await iterator.next(isolation: isolation)
}
