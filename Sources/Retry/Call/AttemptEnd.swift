/// How an attempt ended.
@usableFromInline
enum AttemptEnd<Success, Failure: Error, Other: Error> {
  case value(Success)
  /// With an error that the policy knows.
  case failure(Thrown<Failure>)
  /// With an error of another type, which no policy retries.
  case escaped(Other)

  /// Creates the end of an attempt with a value, which may count as an error.
  @inlinable
  init(_ value: Success, judging judge: (Success) -> Failure?) {
    if let failure = judge(value) { self.init(failure) } else { self = .value(value) }
  }

  /// Creates the end of an attempt with an error that the policy knows.
  @inlinable
  init(_ failure: Failure) {
    self = .failure(Thrown(of: failure) ?? Thrown(failure))
  }
}

extension AttemptEnd where Other == Never {
  /// Creates the end of an attempt with a result, whose value may count as an error.
  init(_ result: Result<Success, Failure>, judging judge: (Success) -> Failure?) {
    switch result {
    case .success(let value): self.init(value, judging: judge)
    case .failure(let failure): self.init(failure)
    }
  }
}

extension AttemptEnd where Other == any Error {
  /// Creates the end of an attempt with an error of any type.
  @inlinable
  init(thrown error: any Error) {
    if let failure = Thrown<Failure>(of: error) {
      self = .failure(failure)
    } else {
      self = .escaped(Thrown<any Error>(of: error)?.error ?? error)
    }
  }
}

/// How a call ended.
@usableFromInline
enum CallEnd<Success, Failure: Error, Other: Error> {
  case value(Success)
  /// Without one.
  case failure(RetryFailure<Failure>)
  /// With an error of another type.
  case escaped(Other)
}

extension CallEnd where Other == Never {
  /// Returns the value, or throws how the call ended.
  @inlinable
  consuming func get() throws(RetryFailure<Failure>) -> Success {
    switch consume self {
    case .value(let value): return value
    case .failure(let failure): throw failure
    }
  }

  /// Returns the value, or throws the error that code without retries would have thrown.
  @inlinable
  consuming func underlying() throws -> Success {
    switch consume self {
    case .value(let value): return value
    case .failure(let failure): throw failure.underlying
    }
  }
}

extension CallEnd where Other == any Error {
  /// Returns the value, or throws how the call ended, or the error of another type.
  @inlinable
  consuming func get() throws -> Success {
    switch consume self {
    case .value(let value): return value
    case .failure(let failure): throw failure
    case .escaped(let error): throw error
    }
  }

  /// Returns the value, or throws the error that code without retries would have thrown.
  @inlinable
  consuming func underlying() throws -> Success {
    switch consume self {
    case .value(let value): return value
    case .failure(let failure): throw failure.underlying
    case .escaped(let error): throw error
    }
  }
}
