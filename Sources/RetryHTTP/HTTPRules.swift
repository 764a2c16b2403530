public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Which answers count as failures, and which requests may be sent again after one.
///
/// A request that is not idempotent is sent again only after a failure that shows that the server did not act on it:
/// there is no such host, no connection was made, or the server refused it. A timeout shows nothing.
///
/// ```swift
/// var rules = HTTPRules()
/// rules.statuses.insert(404)  // a page that was just created may not be everywhere yet
/// ```
public struct HTTPRules: Sendable {
  /// The statuses that count as failures that another attempt may correct.
  public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
  /// The statuses among these by which a server says that it did not act on the request.
  public var refusals: Set<Int> = [425, 429]
  /// The errors without an answer that another attempt may correct.
  public var errors: Set<URLError.Code> = Self.usualErrors
  /// The errors among these after which nothing of the request was sent.
  public var unsent: Set<URLError.Code> = Self.usualUnsent
  /// The methods that do no harm when a request is sent twice; those of RFC 9110.
  public var idempotentMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]
  /// The headers whose value lets the server recognise a request that it has seen.
  public var idempotencyHeaders: [String] = ["Idempotency-Key"]

  /// Creates the usual rules.
  public init() {}

  /// Returns whether a request may take effect twice without harm.
  public func isIdempotent(_ request: URLRequest) -> Bool {
    idempotentMethods.contains(request.httpMethod ?? "GET")
      || idempotencyHeaders.contains { request.value(forHTTPHeaderField: $0)?.isEmpty == false }
  }

  /// Returns the failure that a reply to a request is; `nil` if it is none.
  func failure(
    of reply: HTTPReply, to request: URLRequest, isSentOnce: Bool, now: Date
  ) -> HTTPFailure? {
    // The server that refuses after a redirect says nothing about the one that redirected.
    let isOfRequest = reply.response.url?.absoluteURL == request.url?.absoluteURL
    guard statuses.contains(reply.status) else { return nil }
    let delay = reply.response.value(forHTTPHeaderField: "Retry-After").flatMap {
      RetryAfter.delay($0, date: reply.response.value(forHTTPHeaderField: "Date"), now: now)
    }
    return HTTPFailure(
      .status(reply), isTransient: true,
      hadNoEffect: !isSentOnce && isOfRequest && refusals.contains(reply.status), retryAfter: delay)
  }

  /// Returns the failure that an error without an answer is.
  func failure(of error: URLError, isRedirected: Bool, isSentOnce: Bool) -> HTTPFailure {
    HTTPFailure(
      .transport(error), isTransient: errors.contains(error.code),
      hadNoEffect: !isSentOnce && !isRedirected && unsent.contains(error.code))
  }
}

extension HTTPRules {
  private static let usualErrors: Set<URLError.Code> = {
    var errors: Set<URLError.Code> = [
      .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
      .notConnectedToInternet, .badServerResponse, .cannotParseResponse, .secureConnectionFailed,
      .internationalRoamingOff, .callIsActive, .dataNotAllowed, .requestBodyStreamExhausted,
    ]
    #if canImport(FoundationNetworking)
      // A body that breaks off.
      errors.insert(.unknown)
    #endif
    return errors
  }()

  private static let usualUnsent: Set<URLError.Code> = {
    #if canImport(FoundationNetworking)
      // Where one of several addresses of a host refuses, any later error says that no connection was made.
      [.cannotFindHost, .dnsLookupFailed]
    #else
      [
        .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
        .internationalRoamingOff, .callIsActive, .dataNotAllowed,
      ]
    #endif
  }()
}

extension URLRequest {
  /// The key by which a server recognises a request that it has seen; set it once for all attempts of a call.
  ///
  /// ```swift
  /// var request = URLRequest(url: URL(string: "https://example.org/orders")!)
  /// request.httpMethod = "POST"
  /// request.idempotencyKey = UUID().uuidString
  /// ```
  public var idempotencyKey: String? {
    get { value(forHTTPHeaderField: "Idempotency-Key") }
    set { setValue(newValue, forHTTPHeaderField: "Idempotency-Key") }
  }
}
