import Retry
import RetrySystems
import Testing

// As in the source. What is equal was written out, since an underlying error is of any type.
@Suite("Usage of typed errors")
struct TypedErrorUsage {
  private typealias Download = Result<[UInt8], VideoError>

  @Test("a result is unwrapped, mapped and compared")
  func result() throws {
    let download = Download.success([1, 2, 3])
    #expect(try download.get() == [1, 2, 3])
    #expect(download.map(\.count) == .success(3))
    let small = download.flatMap { $0.count > 2 ? Download.failure(.exceedSize) : .success($0) }
    #expect(small == .failure(.exceedSize))
    #expect(
      small.mapError { "\($0)" == "exceedSize" ? RequestError.forbidden : .timeout }.isForbidden)
    #expect(small.flatMapError { _ in Download.success([]) } == .success([]))
  }

  @Test("a filter inspects the nested error")
  func nested() {
    var downloads: [Download] = [
      .failure(.networkFailure(underlying: RequestError.timeout)),
      .failure(.networkFailure(underlying: RequestError.forbidden)), .success([1]),
    ]
    let policy = RetryPolicy<VideoError>(
      attempts: 5,
      on: { error in
        if case .networkFailure(RequestError.timeout) = error { true } else { false }
      })
    let end = Result.retryingBlocking(policy) { downloads.removeFirst() }
    #expect(end == .failure(.networkFailure(underlying: RequestError.forbidden)))
    #expect(downloads.count == 1)
  }
}

extension Result where Failure == RequestError {
  /// Whether it is the forbidden error.
  fileprivate var isForbidden: Bool {
    if case .failure(.forbidden) = self { true } else { false }
  }
}
