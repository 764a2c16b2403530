/// An asynchronous function from a request to a response.
///
/// ```swift
/// struct Lengths: Service {
///   func apply(request: String) async throws -> Int { request.count }
/// }
/// let lengths: any Service<String, Int> = Lengths()
/// ```
public protocol Service<Request, Response>: Sendable {
  /// What is asked.
  associatedtype Request
  /// What is answered.
  associatedtype Response

  /// Answers a request.
  func apply(request: Request) async throws -> Response
}

extension Service where Request == Void {
  /// Answers without a request.
  public func apply() async throws -> Response {
    try await apply(request: ())
  }
}

/// A service that is a closure.
///
/// ```swift
/// let lengths = ClosureService { (text: String) in text.count }
/// let length = try await lengths.apply(request: "hello")
/// ```
public struct ClosureService<Request, Response>: Service {
  /// The closure.
  private let body: @Sendable (Request) async throws -> Response

  /// Creates a service from a closure.
  public init(_ body: @escaping @Sendable (Request) async throws -> Response) {
    self.body = body
  }

  /// Answers a request.
  public func apply(request: Request) async throws -> Response {
    try await body(request)
  }
}
