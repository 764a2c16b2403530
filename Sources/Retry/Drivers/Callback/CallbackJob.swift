/// What a run owns until it ends.
struct CallbackJob<
  Success: Sendable, Failure: Error, Generator: RandomNumberGenerator & Sendable
>: Sendable {
  /// Receives the result of an attempt.
  typealias Report = @Sendable (Result<Success, Failure>) -> Void

  var call: RetryCall<Failure, Generator>
  /// When the first attempt started.
  var start: Duration?
  let operation: @Sendable (RetryAttempt<Failure>, @escaping Report) -> Void
  let ask: @Sendable (Failure, @escaping @Sendable (RetryAnswer) -> Void) -> Void
  /// Returns the error that a value counts as, if any.
  let judge: @Sendable (Success) -> Failure?
  let completion: @Sendable (Result<Success, RetryFailure<Failure>>) -> Void
}
