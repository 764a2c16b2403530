/// A filter that obtains a fresh token on an authorisation error, and then repeats the request once.
///
/// Requests that fail at the same time share one refresh, and so do all copies of the filter. Inside of
/// a retry filter each attempt may refresh; around one, the attempts of the retry filter are used up
/// on the old token first.
///
/// ```swift
/// struct Call: Sendable { var path: String; var token: String? }
/// enum Trouble: Error { case unauthorized }
/// @Sendable func login() async throws -> String { "secret" }
/// @Sendable func fetch(_ call: Call) async throws -> Int { call.path.count }
/// let service = RetryFilter(attempts: 3)
///   .andThen(
///     AuthFilter(
///       on: { $0 as? Trouble == .unauthorized }, refresh: login,
///       authorize: { call, token in Call(path: call.path, token: token) }))
///   .andThen(fetch)
/// let number = try await service.apply(request: Call(path: "/", token: nil))
/// ```
public struct AuthFilter<Request, Response>: SimpleFilter {
  /// A request that carries a token, and the number of that token.
  private typealias Signed = (request: Request, serial: Int)

  /// When the request is repeated.
  private let policy: RetryPolicy<any Error>
  /// Puts a token into a request, a newer one than the token that was refused.
  private let sign: @Sendable (Request, _ refused: Int?) async throws -> Signed

  /// Creates a filter that puts its token into each request; without a token, the request goes as it is.
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

  /// Creates a filter for a service that finds the token by itself once it was refreshed.
  ///
  /// ```swift
  /// enum Trouble: Error { case unauthorized }
  /// @Sendable func login() async throws {}
  /// let filter = AuthFilter<Void, String>(
  ///   on: { $0 as? Trouble == .unauthorized }, refresh: login)
  /// ```
  public init(
    on isUnauthorized: @escaping @Sendable (any Error) -> Bool,
    refresh: @escaping @Sendable () async throws -> Void
  ) {
    self.init(on: isUnauthorized, refresh: refresh) { request, _ in request }
  }

  /// Answers a request, if need be with a fresh token.
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
