public import Foundation
public import Retry
import RetryNumerics

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests as a `URLSession` does, each in the pipeline of the server that it goes to.
///
/// ```swift
/// let session = RetryingSession()
/// func page() async throws -> Data {
///   let request = URLRequest(url: URL(string: "https://example.org/pages/7")!)
///   let (data, response) = try await session.data(for: request)
///   return response.statusCode == 200 ? data : Data()
/// }
/// ```
///
/// The caller gets what a `URLSession` gives: the last reply, whatever its status, or the `URLError`. It gets a
/// `StrategyRefusal` where a strategy refused the request, and a `TimeoutError` where a `Timeout` ended it.
///
/// Requests that are not idempotent are retried only where the server cannot have acted on them: see `HTTPRules`. A
/// context that says whether a request is idempotent has the last word.
public struct RetryingSession: Sendable {
  private let rules: HTTPRules
  private let transport: HTTPTransport
  private let now: @Sendable () -> Date
  /// The pipelines of the servers that were asked lately.
  public let pipelines: PipelineRegistry<HTTPOrigin, AnyPipeline<HTTPReply>>

  /// Creates a session with a pipeline for each server, made when it is first asked.
  ///
  /// The usual one is for small requests: its ten seconds end a large download, or a server that answers late on purpose.
  ///
  /// ```swift
  /// let session = RetryingSession(pipelines: PipelineRegistry { origin in
  ///   let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))
  ///   return AnyPipeline(Pipeline(Retrying(.http()), breaker, Timeout(.seconds(5))))
  /// })
  /// ```
  public init(
    rules: HTTPRules = HTTPRules(), transport: HTTPTransport = .session(.shared),
    pipelines: PipelineRegistry<HTTPOrigin, AnyPipeline<HTTPReply>> = PipelineRegistry(
      idle: .seconds(3600), make: RetryingSession.standard),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.rules, self.transport, self.pipelines, self.now) = (rules, transport, pipelines, now)
  }

  /// Returns the pipeline that a server has unless another is given.
  ///
  /// It makes three attempts of at most ten seconds each, none of them later than half a minute after the first began.
  /// Retries are a fifth of the requests at most, and ten a second for few requests.
  @Sendable
  public static func standard(_: HTTPOrigin) -> AnyPipeline<HTTPReply> {
    let budget = SharedBudget(.ratio(0.2, minimumPerSecond: 10))
    return AnyPipeline(Pipeline(Retrying(.http(), budget: budget), Timeout(.seconds(10))))
  }

  /// Sends a request, again where its pipeline says so, and returns the last reply.
  public func data(
    for request: URLRequest, body: HTTPBody? = nil, _ context: CallContext = CallContext()
  ) async throws -> (Data, HTTPURLResponse) {
    let isSentOnce = body == nil && request.httpBodyStream != nil
    var context = context
    context.isIdempotent =
      !isSentOnce && (context.statedIdempotence ?? rules.isIdempotent(request))
    let latest = Locked<HTTPFailure?>(nil)
    do {
      let reply = try await pipelines[HTTPOrigin(request.url)].call(context) { _ in
        do {
          return try await attempt(request, body, isSentOnce: isSentOnce)
        } catch let failure as HTTPFailure {
          latest.withLock { $0 = failure }
          throw failure
        }
      }
      return (reply.data, reply.response)
    } catch {
      // A strategy that refuses a retry says less than the failure before it.
      let failure = error as? HTTPFailure ?? latest.withLock { $0 }
      guard error is HTTPFailure || error is StrategyRefusal, let failure else { throw error }
      let reply = try failure.outcome()
      return (reply.data, reply.response)
    }
  }

  /// Requests what a URL names.
  public func data(
    from url: URL, _ context: CallContext = CallContext()
  ) async throws -> (Data, HTTPURLResponse) {
    try await data(for: URLRequest(url: url), context)
  }

  /// Makes one attempt.
  private func attempt(
    _ request: URLRequest, _ body: HTTPBody?, isSentOnce: Bool
  ) async throws -> HTTPReply {
    do {
      let (data, response) = try await transport.send(request, body)
      guard let response = response as? HTTPURLResponse else {
        throw URLError(.badServerResponse)
      }
      let reply = HTTPReply(data: data, response: response)
      let failure = rules.failure(of: reply, to: request, isSentOnce: isSentOnce, now: now())
      guard let failure else { return reply }
      throw failure
    } catch let error as URLError {
      throw try failure(of: error, isRedirected: false, isSentOnce: isSentOnce)
    } catch let end as RedirectedError {
      throw try failure(of: end.error, isRedirected: true, isSentOnce: isSentOnce)
    }
  }

  /// Returns the failure that an error is, unless the task is cancelled: a session reports that as an error of its own.
  private func failure(
    of error: URLError, isRedirected: Bool, isSentOnce: Bool
  ) throws -> HTTPFailure {
    try Task.checkCancellation()
    return rules.failure(of: error, isRedirected: isRedirected, isSentOnce: isSentOnce)
  }
}
