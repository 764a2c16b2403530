public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A body that is too large for the memory, and that each attempt reads from its start.
///
/// What a request has as `httpBody` needs none of this. A request with an `httpBodyStream` is sent once, since a stream
/// is used up by the first attempt.
public enum HTTPBody: Sendable {
  /// The contents of a file.
  case file(URL)
  /// What a new stream reads, which is made for each attempt.
  case stream(@Sendable () -> InputStream)
}

/// What sends a request once.
///
/// ```swift
/// let transport = HTTPTransport.session(URLSession(configuration: .ephemeral))
/// let session = RetryingSession(transport: transport)
/// ```
public struct HTTPTransport: Sendable {
  let send: @Sendable (URLRequest, HTTPBody?) async throws -> (Data, URLResponse)

  /// Creates a transport from a function, such as the one of another client or of a test.
  public init(
    _ send: @escaping @Sendable (URLRequest, HTTPBody?) async throws -> (Data, URLResponse)
  ) {
    self.send = send
  }

  /// Returns a transport that uses a session.
  public static func session(_ session: URLSession) -> HTTPTransport {
    HTTPTransport { request, body in
      switch body {
      case nil: return try await session.data(for: request)
      case .file(let file): return try await session.upload(for: request, fromFile: file)
      case .stream(let make):
        var request = request
        request.httpBodyStream = make()
        return try await session.data(for: request)
      }
    }
  }
}
