/// An error as a backoff sees it.
///
/// A page has no values of all error types, so an object holds the error.
@usableFromInline
package struct GivenError: Sendable {
  @usableFromInline let cause: RetryCause
  @usableFromInline let held: HeldError

  @inlinable
  package init(_ error: some CausedError) {
    cause = error.retryCause
    held = Held(error)
  }

  @inlinable
  package func value<Failure: Error>(as type: Failure.Type) -> Failure? {
    (held as? Held<Failure>)?.error
  }
}

/// An error of some type, which cannot change.
@usableFromInline
class HeldError: @unchecked Sendable {
  @usableFromInline
  init() {}
}

@usableFromInline
final class Held<Failure: Error>: HeldError, @unchecked Sendable {
  @usableFromInline let error: Failure

  @inlinable
  init(_ error: Failure) {
    self.error = error
  }
}
