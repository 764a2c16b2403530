import Retry

/// A filter that refreshes the token on an authorization error, then repeats the request once.
///
/// Concurrent requests share one refresh, across all copies of the filter. Inside a retry filter,
/// each attempt may refresh. Around a retry filter, its attempts are first used up with the old
/// token.
///
/// ```swift
/// struct Call: Sendable { var path: String; var token: String? }
/// enum RequestError: Error { case unauthorized }
/// @Sendable func login() async throws -> String { "secret" }
/// @Sendable func fetch(_ call: Call) async throws -> Int { call.path.count }
/// let service = RetryFilter(attempts: 3)
///   .andThen(
///     AuthFilter(
///       on: { $0 as? RequestError == .unauthorized }, refresh: login,
///       authorize: { call, token in Call(path: call.path, token: token) }))
///   .andThen(fetch)
/// let number = try await service.apply(request: Call(path: "/", token: nil))
/// ```
public struct AuthFilter<Request, Response>: SimpleFilter {
  /// A request that carries a token, and the number of that token.
  private typealias Signed = (request: Request, serial: Int)

  private let policy: RetryPolicy<any Error>
  /// Adds a token to a request, newer than a rejected one.
  private let sign: @Sendable (Request, _ refused: Int?) async throws -> Signed

  /// Creates a filter that adds its token to each request; without a token, the request is sent
  /// unchanged.
  public init<Token: Sendable>(
    token: Token? = nil, on isUnauthorized: @escaping @Sendable (any Error) -> Bool,
    refresh: @escaping @Sendable () async throws -> Token,
    authorize: @escaping @Sendable (Request, Token) -> Request
  ) {
    let shared = SharedToken(token, refresh: refresh)
    policy = RetryPolicy(retries: 1, on: isUnauthorized)
    sign = { request, refused in
      let (token, serial) = try await shared.token(after: refused)
      return (token.map { authorize(request, $0) } ?? request, serial)
    }
  }

  /// Creates a filter for a service that reads the refreshed token itself.
  ///
  /// ```swift
  /// enum RequestError: Error { case unauthorized }
  /// @Sendable func login() async throws {}
  /// let filter = AuthFilter<Void, String>(
  ///   on: { $0 as? RequestError == .unauthorized }, refresh: login)
  /// ```
  public init(
    on isUnauthorized: @escaping @Sendable (any Error) -> Bool,
    refresh: @escaping @Sendable () async throws -> Void
  ) {
    self.init(on: isUnauthorized, refresh: refresh) { request, _ in request }
  }

  /// Responds to a request, with a fresh token if needed.
  public func apply(
    request: Request, service: any Service<Request, Response>
  ) async throws -> Response {
    var refused: Int?
    return try await retry(policy) {
      let signed = try await sign(request, refused)
      refused = signed.serial
      return try await service.apply(request: signed.request)
    }
  }
}
