public import Retry

extension Cache {
  /// Returns the value of a key, or fetches it under a policy; if all attempts fail, returns a
  /// stale value.
  ///
  /// The result includes the origin of the value. The failure is thrown if there is no stale value
  /// or if the call was cancelled. Delays use the clock of the cache.
  ///
  /// ```swift
  /// enum RequestError: Error { case offline }
  /// func fetch() async throws(RequestError) -> Int { 5 }
  /// let cache = Cache<String, Int>(lifetime: .seconds(60))
  /// let length = try await cache.value(
  ///   forKey: "hello", policy: RetryPolicy(attempts: 3)
  /// ) { () async throws(RequestError) in
  ///   try await fetch()
  /// }
  /// if case .stale = length.origin { print("an old copy") }
  /// ```
  public func value<Failure: Error>(
    forKey key: Key, policy: RetryPolicy<Failure> = RetryPolicy(attempts: 1),
    isolation: isolated (any Actor)? = #isolation,
    observer: RetryObserver<Failure>? = nil,
    ask: (Failure) async -> RetryAnswer = { _ in .cancel },
    orFetch fetch: () async throws(Failure) -> Value
  ) async throws(RetryFailure<Failure>) -> CachedValue<Value, Failure> {
    if let value = value(forKey: key) { return CachedValue(value, from: .cache) }
    do throws(RetryFailure<Failure>) {
      let value = try await policy.run(
        clock: clock, observer: observer, ask: ask, operation: fetch)
      insert(value, forKey: key)
      return CachedValue(value, from: .fetch)
    } catch {
      if case .cancelled = error { throw error }
      guard let value = anyValue(forKey: key) else { throw error }
      return CachedValue(value, from: .stale(error))
    }
  }
}
