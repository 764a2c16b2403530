package import Synchronization

/// An error as a backoff sees it.
///
/// A page has no values of all error types, so an object holds the error.
@usableFromInline
package struct GivenError: Sendable {
  @usableFromInline let cause: RetryCause
  private let held: Mutex<AnyObject>

  package init(_ error: some CausedError) {
    cause = error.retryCause
    held = Mutex(Held(error))
  }

  package func value<Failure: Error>(as type: Failure.Type) -> Failure? {
    held.withLock { ($0 as? Held<Failure>)?.error }
  }
}

private final class Held<Failure: Error> {
  let error: Failure

  init(_ error: Failure) {
    self.error = error
  }
}
