extension Cache {
  /// Returns the value of a key, or fetches it under a policy; if that fails for good, an old one serves.
  ///
  /// What is returned says where the value comes from. Without an old value the failure is thrown, and
  /// so it is where the call was cancelled. Waits are those of the clock of the cache.
  ///
  /// ```swift
  /// enum Trouble: Error { case offline }
  /// func fetch() async throws(Trouble) -> Int { 5 }
  /// let cache = Cache<String, Int>(lifetime: .seconds(60))
  /// let length = try await cache.value(
  ///   forKey: "hello", policy: RetryPolicy(attempts: 3)
  /// ) { () async throws(Trouble) in
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
