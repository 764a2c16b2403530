extension Filter {
  /// Returns this filter applied around another one.
  ///
  /// The first filter is the outermost, regardless of grouping.
  ///
  /// ```swift
  /// let filters = RetryFilter<String, Int>(attempts: 3)
  ///   .andThen(RetryFilter(attempts: 2))
  /// ```
  public func andThen<Next: Filter>(
    _ next: Next
  ) -> some Filter<RequestIn, ResponseOut, Next.RequestOut, Next.ResponseIn>
  where Next.RequestIn == RequestOut, Next.ResponseOut == ResponseIn {
    FilteredFilter(outer: self, inner: next)
  }

  /// Returns a service with this filter applied.
  ///
  /// ```swift
  /// struct Lengths: Service {
  ///   func apply(request: String) async throws -> Int { request.count }
  /// }
  /// let lengths = RetryFilter(attempts: 3).andThen(Lengths())
  /// ```
  public func andThen(
    _ service: some Service<RequestOut, ResponseIn>
  ) -> some Service<RequestIn, ResponseOut> {
    FilteredService(filter: self, service: service)
  }

  /// Returns a service from a closure, with this filter applied.
  ///
  /// ```swift
  /// let lengths = RetryFilter(attempts: 3).andThen { (text: String) in text.count }
  /// ```
  public func andThen(
    _ service: @escaping @Sendable (RequestOut) async throws -> ResponseIn
  ) -> some Service<RequestIn, ResponseOut> {
    andThen(ClosureService(service))
  }
}

/// A service with a filter applied.
private struct FilteredService<Outer: Filter, Inner: Service>: Service
where Inner.Request == Outer.RequestOut, Inner.Response == Outer.ResponseIn {
  let filter: Outer
  let service: Inner

  func apply(request: Outer.RequestIn) async throws -> Outer.ResponseOut {
    try await filter.apply(request: request, service: service)
  }
}

/// A filter applied around another one.
private struct FilteredFilter<Outer: Filter, Inner: Filter>: Filter
where Inner.RequestIn == Outer.RequestOut, Inner.ResponseOut == Outer.ResponseIn {
  let outer: Outer
  let inner: Inner

  func apply(
    request: Outer.RequestIn, service: any Service<Inner.RequestOut, Inner.ResponseIn>
  ) async throws -> Outer.ResponseOut {
    try await outer.apply(request: request, service: inner.andThen(service))
  }
}
