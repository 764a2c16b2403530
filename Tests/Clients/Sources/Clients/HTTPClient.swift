public import Retry
import RetrySystems

/// What is asked of a server.
public struct HTTPRequest: Hashable, Sendable {
  /// What a request does with a resource.
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// What it does.
  public var method: Method
  /// The resource that it is about.
  public var path: String
  /// A name by which the server knows a request that it has seen, so that it does nothing twice.
  public var idempotencyKey: String?

  /// Asks for a resource.
  public static func get(_ path: String) -> HTTPRequest {
    HTTPRequest(method: .get, path: path)
  }

  /// Changes a resource; without a key, it is sent once.
  public static func post(_ path: String, idempotencyKey: String? = nil) -> HTTPRequest {
    HTTPRequest(method: .post, path: path, idempotencyKey: idempotencyKey)
  }

  /// Whether the server may get it more than once.
  var isRepeatable: Bool { method != .post || idempotencyKey != nil }
}

/// What a server answers.
public struct HTTPResponse: Hashable, Sendable {
  /// The code that tells how it went.
  public var status: Int
  /// The header `Retry-After`, if there is one.
  public var retryAfter: Duration?
  /// The text of the answer.
  public var body: String

  /// Creates a response.
  public init(_ status: Int, retryAfter: Duration? = nil, body: String = "") {
    (self.status, self.retryAfter, self.body) = (status, retryAfter, body)
  }
}

/// The wire to a server, or what stands for it in a test.
public protocol HTTPTransport: Sendable {
  /// Sends a request once; a status of any kind is an answer, and a lost connection is an error.
  func send(_ request: HTTPRequest, within time: Duration?) async throws -> HTTPResponse
}

/// An answer that is no success.
public struct StatusError: CausedError, Hashable {
  /// The answer, with its status.
  public let response: HTTPResponse

  /// Creates the error of an answer, if it is one.
  public init?(_ response: HTTPResponse) {
    guard response.status >= 400 else { return nil }
    self.response = response
  }

  /// Whether another attempt may go better.
  var isTransient: Bool { response.status == 429 || response.status >= 500 }

  /// What a retry follows, which sets its price.
  public var retryCause: RetryCause { response.status == 429 ? .throttling : .transient }
}

/// A client of one host, with each strategy that a client can have.
public struct HTTPClient: Sendable {
  private let transport: any HTTPTransport
  private let pages: Cache<String, HTTPResponse>
  private let pipeline: AnyPipeline<HTTPResponse>

  /// Creates a client that asks a mirror for what the host itself cannot give.
  public init<C: Clock<Duration>>(
    transport: any HTTPTransport, mirror: any HTTPTransport, clock: C = ContinuousClock()
  ) {
    let policy = RetryPolicy<any Error>(
      attempts: 4, backoff: .exponential(initial: .milliseconds(100)).maximum(.seconds(2)),
      on: { ($0 as? StatusError)?.isTransient ?? true },
      hint: { ($0 as? StatusError)?.response.retryAfter },
      hintRule: HintRule(maximum: .seconds(5)))
    let mirrored = Fallback(on: { ($0 as? StatusError)?.isTransient ?? true }) { error, context in
      guard let request = context.tag as? HTTPRequest, request.method == .get else { throw error }
      let response = try await mirror.send(request, within: .seconds(1))
      if let error = StatusError(response) { throw error }
      return response
    }
    pipeline = AnyPipeline(
      Pipeline(
        mirrored,
        Timeout(.seconds(10), clock: clock),
        Retrying(policy, budget: SharedBudget(.ratio(0.2, minimumPerSecond: 1), clock: clock)),
        Breaker(
          CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(30))), clock: clock,
          judge: { ($0 as? StatusError)?.isTransient ?? true ? .failure : .success }),
        Bulkhead(ConcurrencyLimit(2, queue: 100, maximumWait: .seconds(1)), clock: clock),
        Timeout(.seconds(2), clock: clock)))
    pages = Cache(countLimit: 1000, lifetime: .seconds(60), clock: clock)
    self.transport = transport
  }

  /// Sends a request, as often as it may and has to.
  ///
  /// What a `GET` gets is kept for a minute, and longer as an answer for when all else fails.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get else { return try await fetch(request) }
    do {
      return try await pages.sharedValue(forKey: request.path) { try await fetch(request) }.value
    } catch {
      throw error.underlying
    }
  }

  /// Sends a request past the cache.
  private func fetch(_ request: HTTPRequest) async throws -> HTTPResponse {
    var context = CallContext(tag: request)
    // Whatever goes wrong, a timeout included, may have happened after the server did its work.
    context.isIdempotent = request.isRepeatable
    return try await pipeline.call(context, judging: { StatusError($0) }) { context in
      try await transport.send(request, within: context.timeLeft)
    }
  }
}
