public import Retry
import RetryNumerics

extension Cache {
  /// Returns the value of a key, or fetches it in one flight for all calls that miss it at once.
  ///
  /// One call fetches in its own task, and the others wait for what it gets. If it is cancelled, one of them fetches
  /// in its place. In all else, such as a stale value, it is as `value(forKey:policy:orFetch:)`. The attempts that a
  /// failure tells are those under `policy`; a pipeline inside may have made more.
  ///
  /// ```swift
  /// let cache = Cache<Int, String>(lifetime: .seconds(60))
  /// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.seconds(1)))
  /// let page = try await cache.sharedValue(forKey: 7) {
  ///   try await client.call { _ in try await fetch(page: 7) }
  /// }.value
  /// ```
  public func sharedValue(
    forKey key: Key, policy: RetryPolicy<any Error> = RetryPolicy(attempts: 1),
    observer: RetryObserver<any Error>? = nil,
    orFetch fetch: @escaping @Sendable () async throws -> Value
  ) async throws(RetryFailure<any Error>) -> CachedValue<Value, any Error> {
    try await value(forKey: key, policy: policy, observer: observer) {
      try await self.shared(forKey: key, fetch)
    }
  }

  /// Waits for the flight of a key, or makes it.
  private func shared(
    forKey key: Key, _ fetch: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { flights.withLock { if $0[key]?.isOver == true { $0[key] = nil } } }
    while true {
      do {
        return try await flight(forKey: key, fetch).token()
      } catch is SharedToken<Value>.Over {
        // It ended between being found and being joined.
        continue
      }
    }
  }

  /// Returns the flight of a key, or begins one.
  private func flight(
    forKey key: Key, _ fetch: @escaping @Sendable () async throws -> Value
  ) -> SharedToken<Value> {
    flights.withLock { flights in
      if let flight = flights[key], !flight.isOver { return flight }
      let flight = SharedToken(nil, isOnce: true) {
        // The flight before may have landed since this call missed the value.
        if let value = self.value(forKey: key) { return value }
        let value = try await fetch()
        self.insert(value, forKey: key)
        return value
      }
      flights[key] = flight
      return flight
    }
  }
}

extension SharedToken {
  /// Returns the first token that is obtained.
  fileprivate func token() async throws -> Token {
    guard let token = try await token(after: 0).token else { throw CancellationError() }
    return token
  }
}
