/// An asynchronous function from a request to a response.
///
/// ```swift
/// struct Lengths: Service {
///   func apply(request: String) async throws -> Int { request.count }
/// }
/// let lengths: any Service<String, Int> = Lengths()
/// ```
public protocol Service<Request, Response>: Sendable {
  /// The request.
  associatedtype Request
  /// The response.
  associatedtype Response

  /// Responds to a request.
  func apply(request: Request) async throws -> Response
}

extension Service where Request == Void {
  /// Responds without a request.
  public func apply() async throws -> Response {
    try await apply(request: ())
  }
}

/// A service made from a closure.
///
/// ```swift
/// let lengths = ClosureService { (text: String) in text.count }
/// let length = try await lengths.apply(request: "hello")
/// ```
public struct ClosureService<Request, Response>: Service {
  private let body: @Sendable (Request) async throws -> Response

  /// Creates a service from a closure.
  public init(_ body: @escaping @Sendable (Request) async throws -> Response) {
    self.body = body
  }

  /// Responds to a request.
  public func apply(request: Request) async throws -> Response {
    try await body(request)
  }
}
