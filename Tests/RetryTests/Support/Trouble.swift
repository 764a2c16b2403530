/// The errors of the tests.
enum RequestError: Error, Hashable {
  case timeout
  case forbidden
  case throttled(Duration)

  /// The wait that the error asks for.
  var retryAfter: Duration? {
    if case .throttled(let delay) = self { delay } else { nil }
  }
}
