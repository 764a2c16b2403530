/// What a run owns until it ends, and then lets go of.
struct CallbackJob<
  Success: Sendable, Failure: Error, Generator: RandomNumberGenerator & Sendable
>: Sendable {
  /// Takes the report of an attempt.
  typealias Report = @Sendable (Result<Success, Failure>) -> Void

  /// The call that decides.
  var call: RetryCall<Failure, Generator>
  /// When the first attempt started.
  var start: Duration?
  /// Makes an attempt.
  let operation: @Sendable (@escaping Report) -> Void
  /// Asks a person about a failure.
  let ask: @Sendable (Failure, @escaping @Sendable (RetryAnswer) -> Void) -> Void
  /// Hears how the call ended.
  let completion: @Sendable (Result<Success, RetryFailure<Failure>>) -> Void
}
