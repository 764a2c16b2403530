/// What turns a service into another one.
///
/// The outer service takes `RequestIn` and answers `ResponseOut`; the inner one is sent `RequestOut`
/// and answers `ResponseIn`.
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
  /// What the outer service is asked.
  associatedtype RequestIn
  /// What the outer service answers.
  associatedtype ResponseOut
  /// What the inner service is asked.
  associatedtype RequestOut
  /// What the inner service answers.
  associatedtype ResponseIn

  /// Answers a request with the help of the inner service, which may be asked any number of times.
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
  /// What both services are asked.
  associatedtype Request
  /// What both services answer.
  associatedtype Response
}

/// A filter that is a closure.
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

  /// The closure.
  private let body: Body

  /// Creates a filter from a closure.
  public init(_ body: @escaping Body) {
    self.body = body
  }

  /// Answers a request with the help of the inner service.
  public func apply(
    request: RequestIn, service: any Service<RequestOut, ResponseIn>
  ) async throws -> ResponseOut {
    try await body(request, service)
  }
}
