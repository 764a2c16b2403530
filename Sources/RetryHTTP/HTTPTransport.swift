public import Foundation
import RetryNumerics

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What sends a request once.
///
/// ```swift
/// let transport = HTTPTransport.session(URLSession(configuration: .ephemeral))
/// let session = RetryingSession(transport: transport)
/// ```
public struct HTTPTransport: Sendable {
  let send: @Sendable (URLRequest, HTTPBody?) async throws -> (Data, URLResponse)

  /// Creates a transport from a function, such as the one of another client or of a test.
  ///
  /// It throws a `URLError` where there is no answer; the usual policy retries no other error.
  public init(
    _ send: @escaping @Sendable (URLRequest, HTTPBody?) async throws -> (Data, URLResponse)
  ) {
    self.send = send
  }

  /// Returns a transport that uses a session.
  public static func session(_ session: URLSession) -> HTTPTransport {
    HTTPTransport { request, body in
      switch body {
      case nil: try await exchange { session.dataTask(with: request, completionHandler: $0) }
      case .file(let file):
        try await exchange {
          session.uploadTask(with: request, fromFile: file, completionHandler: $0)
        }
      case .stream(let make):
        try await exchange { completion in
          var request = request
          request.httpBodyStream = make()
          return session.dataTask(with: request, completionHandler: completion)
        }
      }
    }
  }

  private typealias Completion = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

  /// Runs the task of a session to its end; only a task tells whether an error came after a redirect.
  private static func exchange(
    _ make: (@escaping Completion) -> URLSessionTask
  ) async throws -> (Data, URLResponse) {
    let running = Locked<URLSessionTask?>(nil)
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let task = make { data, response, error in
            if let data, let response, error == nil {
              continuation.resume(returning: (data, response))
            } else {
              continuation.resume(throwing: error ?? URLError(.unknown))
            }
          }
          running.withLock { $0 = task }
          // A cancellation before this line found no task.
          if Task.isCancelled { task.cancel() }
          task.resume()
        }
      } onCancel: {
        running.withLock { $0 }?.cancel()
      }
    } catch let error as URLError {
      let task = running.withLock { $0 }
      let isRedirected = task?.currentRequest?.url != task?.originalRequest?.url
      throw isRedirected ? RedirectedError(error: error) : error
    }
  }
}

/// An error of a request to another server than the first, which may have acted before it redirected.
struct RedirectedError: Error {
  let error: URLError
}
