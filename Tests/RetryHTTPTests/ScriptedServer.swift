import Foundation
import Retry
import RetryHTTP
import Synchronization
import Testing
import VirtualTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server in virtual time that answers as a list says, the last answer repeated, and notes what it was sent.
final class ScriptedServer: Sendable {
  /// What it does with a request.
  enum Answer: Sendable {
    case status(Int, [String: String] = [:])
    case error(URLError.Code)
    case silence
  }

  let clock = VirtualClock()
  private let answers: [Answer]
  private let requests = Mutex<[(time: Duration, request: URLRequest)]>([])

  init(_ answers: Answer...) { self.answers = answers }

  /// When the requests came.
  var times: [Duration] { requests.withLock { $0.map(\.time) } }
  /// How many requests came.
  var count: Int { times.count }

  var transport: HTTPTransport {
    HTTPTransport { [self] request, _ in
      let number = requests.withLock { requests in
        requests.append((clock.now.time, request))
        return requests.count
      }
      switch answers[min(number, answers.count) - 1] {
      case .error(let code): throw URLError(code)
      case .silence:
        try await clock.sleep(for: .seconds(1_000_000))
        throw URLError(.timedOut)
      case .status(let status, let headers):
        return (Data("\(number)".utf8), try response(status, headers, for: request))
      }
    }
  }

  private func response(
    _ status: Int, _ headers: [String: String], for request: URLRequest
  ) throws -> URLResponse {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { throw URLError(.badURL) }
    return response
  }

  /// Returns a session in which each server has a pipeline of the policy, a hedge if there is one, and a timeout.
  func session(
    _ policy: RetryPolicy<any Error> = .http(backoff: .constant(.seconds(1))), hedge: Hedge? = nil,
    rules: HTTPRules = HTTPRules()
  ) -> RetryingSession {
    let clock = clock
    return RetryingSession(
      rules: rules, transport: transport,
      pipelines: PipelineRegistry(clock: clock) { _ in
        let retrying = Retrying(policy, clock: clock, using: Least())
        let timeout = Timeout(.seconds(10), clock: clock)
        guard let hedge else { return AnyPipeline(Pipeline(retrying, timeout)) }
        return AnyPipeline(
          Pipeline(retrying, Hedging(hedge, for: policy, clock: clock), timeout))
      },
      now: { Date(timeIntervalSince1970: 784_111_777 + (clock.now.time / .seconds(1))) })
  }

  /// Sends a request in virtual time, and returns the status and the body.
  func send(
    _ method: String = "GET", key: String? = nil, stream: Bool = false,
    in session: RetryingSession? = nil
  ) throws -> String {
    let session = session ?? self.session()
    return try clock.run {
      var request = URLRequest(url: try #require(URL(string: "https://example.org/orders")))
      request.httpMethod = method
      request.idempotencyKey = key
      if stream { request.httpBodyStream = InputStream(data: Data("order".utf8)) }
      let (data, response) = try await session.data(for: request)
      return "\(response.statusCode) \(String(decoding: data, as: UTF8.self))"
    }
  }
}

/// A generator whose draws are the least ones, so that jitter adds nothing.
struct Least: RandomNumberGenerator, Sendable {
  func next() -> UInt64 { 0 }
}
