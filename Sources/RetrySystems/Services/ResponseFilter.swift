/// A filter that only uses the response, so it works with requests of any type.
///
/// ```swift
/// struct Spelled: ResponseFilter {
///   func apply(response: InnerResponse<Int>) async throws -> String {
///     "\(try await response())"
///   }
/// }
/// let service = Spelled().andThen { (text: String) in text.count }
/// let text = try await service.apply(request: "hello")  // 5
/// ```
public protocol ResponseFilter<ResponseOut, ResponseIn>: Sendable {
  /// The response of the outer service.
  associatedtype ResponseOut
  /// The response of the inner service.
  associatedtype ResponseIn

  /// Returns a response by calling the inner service any number of times.
  func apply(response: InnerResponse<ResponseIn>) async throws -> ResponseOut
}

/// A call of the service that is inside a filter.
///
/// As with `LayerOperation`, this name is the same type in modules that turn on `NonisolatedNonsendingByDefault`.
public typealias InnerResponse<Response> = () async throws -> Response

extension ResponseFilter {
  /// Returns this filter for requests of one type.
  public func forRequests<Request>(
    of type: Request.Type = Request.self
  ) -> some Filter<Request, ResponseOut, Request, ResponseIn> {
    RequestFilter<Self, Request>(filter: self)
  }

  /// Returns this filter applied around another response filter.
  public func andThen<Next: ResponseFilter>(
    _ next: Next
  ) -> some ResponseFilter<ResponseOut, Next.ResponseIn> where Next.ResponseOut == ResponseIn {
    FilteredResponse(outer: self, inner: next)
  }

  /// Returns this filter applied around another one.
  public func andThen<Next: Filter>(
    _ next: Next
  ) -> some Filter<Next.RequestIn, ResponseOut, Next.RequestOut, Next.ResponseIn>
  where Next.ResponseOut == ResponseIn {
    forRequests(of: Next.RequestIn.self).andThen(next)
  }

  /// Returns a service with this filter applied.
  public func andThen<Inner: Service>(
    _ service: Inner
  ) -> some Service<Inner.Request, ResponseOut> where Inner.Response == ResponseIn {
    forRequests(of: Inner.Request.self).andThen(service)
  }

  /// Returns a service from a closure, with this filter applied.
  public func andThen<Request>(
    _ service: @escaping @Sendable (Request) async throws -> ResponseIn
  ) -> some Service<Request, ResponseOut> {
    andThen(ClosureService(service))
  }
}

extension Filter {
  /// Returns this filter applied around another response filter.
  public func andThen<Next: ResponseFilter>(
    _ next: Next
  ) -> some Filter<RequestIn, ResponseOut, RequestOut, Next.ResponseIn>
  where Next.ResponseOut == ResponseIn {
    andThen(next.forRequests(of: RequestOut.self))
  }
}

/// A response filter for requests of one type.
private struct RequestFilter<Base: ResponseFilter, Request>: Filter {
  let filter: Base

  func apply(
    request: Request, service: any Service<Request, Base.ResponseIn>
  ) async throws -> Base.ResponseOut {
    try await filter.apply { try await service.apply(request: request) }
  }
}

/// A response filter applied around another one.
private struct FilteredResponse<Outer: ResponseFilter, Inner: ResponseFilter>: ResponseFilter
where Inner.ResponseOut == Outer.ResponseIn {
  let outer: Outer
  let inner: Inner

  func apply(
    response: InnerResponse<Inner.ResponseIn>
  ) async throws -> Outer.ResponseOut {
    try await outer.apply { try await inner.apply(response: response) }
  }
}
