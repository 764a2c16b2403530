/// An error as a backoff sees it: with its cause, and as itself for a closure that knows its type.
@usableFromInline
@frozen
package struct GivenError: Sendable {
  @usableFromInline let error: any Error

  @inlinable
  package init(_ error: any Error) {
    self.error = error
  }

  @usableFromInline var cause: RetryCause { RetryCause(of: error) }

  package func value<Failure: Error>(as type: Failure.Type) -> Failure? { error as? Failure }
}

extension RetryCause {
  /// Creates the cause that an error tells; another error is transient.
  public init(of error: (any Error)?) {
    self = (error as? any CausedError)?.retryCause ?? .transient
  }
}
