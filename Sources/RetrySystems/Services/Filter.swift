/// A transformation from one service to another.
///
/// The outer service takes `RequestIn` and returns `ResponseOut`; the inner service takes
/// `RequestOut` and returns `ResponseIn`.
///
/// ```swift
/// struct Trimmed: Filter {
///   func apply(
///     request: String, service: any Service<Substring, Int>
///   ) async throws -> String {
///     "\(try await service.apply(request: request.prefix(3)))"
///   }
/// }
/// let service = Trimmed().andThen { (text: Substring) in text.count }
/// let text = try await service.apply(request: "hello")  // 3
/// ```
public protocol Filter<RequestIn, ResponseOut, RequestOut, ResponseIn>: Sendable {
  /// The request to the outer service.
  associatedtype RequestIn
  /// The response of the outer service.
  associatedtype ResponseOut
  /// The request to the inner service.
  associatedtype RequestOut
  /// The response of the inner service.
  associatedtype ResponseIn

  /// Responds to a request by calling the inner service any number of times.
  func apply(
    request: RequestIn, service: any Service<RequestOut, ResponseIn>
  ) async throws -> ResponseOut
}

/// A filter that changes neither the type of the request nor that of the response.
///
/// ```swift
/// struct Printing<Request, Response>: SimpleFilter {
///   func apply(
///     request: Request, service: any Service<Request, Response>
///   ) async throws -> Response {
///     print(request)
///     return try await service.apply(request: request)
///   }
/// }
/// ```
public protocol SimpleFilter<Request, Response>: Filter
where
  RequestIn == Request, RequestOut == Request, ResponseIn == Response, ResponseOut == Response
{
  /// The request to both services.
  associatedtype Request
  /// The response of both services.
  associatedtype Response
}

/// A filter made from a closure.
///
/// ```swift
/// let doubled = ClosureFilter<Int, Int, Int, Int> { request, service in
///   2 * (try await service.apply(request: request))
/// }
/// ```
public struct ClosureFilter<RequestIn, ResponseOut, RequestOut, ResponseIn>: Filter {
  /// The closure.
  public typealias Body =
    @Sendable (RequestIn, any Service<RequestOut, ResponseIn>) async throws -> ResponseOut

  private let body: Body

  /// Creates a filter from a closure.
  public init(_ body: @escaping Body) {
    self.body = body
  }

  /// Responds to a request by calling the inner service.
  public func apply(
    request: RequestIn, service: any Service<RequestOut, ResponseIn>
  ) async throws -> ResponseOut {
    try await body(request, service)
  }
}
