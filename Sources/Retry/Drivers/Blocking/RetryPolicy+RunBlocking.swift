extension RetryPolicy {
  /// Runs an operation under the policy and blocks until the call ends.
  ///
  /// A handle cancels the call and ends a delay immediately. Cancellation of the surrounding task
  /// is checked between attempts. A value for which `judging` returns an error counts as that error.
  ///
  /// ```swift
  /// enum RequestError: Error { case busy }
  /// let policy = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.milliseconds(10)))
  /// let value = try policy.runBlocking { () throws(RequestError) in 42 }
  /// ```
  @inlinable
  public func runBlocking<Success>(
    timer: some RetryTimer = ThreadTimer(), handle: RetryHandle? = nil,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil, ask: (Failure) -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: () throws(Failure) -> Success
  ) throws(RetryFailure<Failure>) -> Success {
    let end: CallEnd<Success, Failure, Never> = block(
      timer: timer, handle: handle, using: generator, observer: observer, ask: ask
    ) { _ in
      do throws(Failure) {
        return AttemptEnd(try operation(), judging: judge)
      } catch {
        return AttemptEnd(error)
      }
    }
    return try end.get()
  }

  /// Runs an operation that wants to know about its attempt, and blocks until the call ends.
  ///
  /// ```swift
  /// let number = try RetryPolicy<any Error>(attempts: 3).runBlocking { attempt in attempt.number }
  /// ```
  @inlinable
  public func runBlocking<Success>(
    timer: some RetryTimer = ThreadTimer(), handle: RetryHandle? = nil,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil, ask: (Failure) -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: (RetryAttempt<Failure>) throws(Failure) -> Success
  ) throws(RetryFailure<Failure>) -> Success {
    let end: CallEnd<Success, Failure, Never> = block(
      timer: timer, handle: handle, using: generator, observer: observer, ask: ask
    ) { context in
      do throws(Failure) {
        return AttemptEnd(try operation(context), judging: judge)
      } catch {
        return AttemptEnd(error)
      }
    }
    return try end.get()
  }
}

/// Swift gives a closure without a signature no typed error, so these accept any error and look at its type.
extension RetryPolicy {
  /// Runs an operation whose closure does not name the type of its error, and blocks until the call
  /// ends.
  ///
  /// The error is a `RetryFailure`. An error of another type is not retried and is thrown as it is.
  ///
  /// ```swift
  /// enum RequestError: Error { case busy }
  /// func fetch() throws(RequestError) -> Int { 42 }
  /// let value = try RetryPolicy<RequestError>(attempts: 3).runBlocking { try fetch() }
  /// ```
  @_disfavoredOverload
  @inlinable
  public func runBlocking<Success>(
    timer: some RetryTimer = ThreadTimer(), handle: RetryHandle? = nil,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil, ask: (Failure) -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: () throws -> Success
  ) throws -> Success {
    let end: CallEnd<Success, Failure, any Error> = block(
      timer: timer, handle: handle, using: generator, observer: observer, ask: ask
    ) { _ in
      do {
        return AttemptEnd(try operation(), judging: judge)
      } catch {
        return AttemptEnd(thrown: error)
      }
    }
    return try end.get()
  }

  /// Runs an operation that wants to know about its attempt, and whose closure does not name the
  /// type of its error, and blocks until the call ends.
  ///
  /// ```swift
  /// enum RequestError: Error { case busy }
  /// func fetch(_ number: Int) throws(RequestError) -> Int { number }
  /// let value = try RetryPolicy<RequestError>(attempts: 3).runBlocking { try fetch($0.number) }
  /// ```
  @_disfavoredOverload
  @inlinable
  public func runBlocking<Success>(
    timer: some RetryTimer = ThreadTimer(), handle: RetryHandle? = nil,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil, ask: (Failure) -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: (RetryAttempt<Failure>) throws -> Success
  ) throws -> Success {
    let end: CallEnd<Success, Failure, any Error> = block(
      timer: timer, handle: handle, using: generator, observer: observer, ask: ask
    ) { context in
      do {
        return AttemptEnd(try operation(context), judging: judge)
      } catch {
        return AttemptEnd(thrown: error)
      }
    }
    return try end.get()
  }
}
