package import HTTPServer
import RetryNumerics

/// By what a request is known to belong to a call of a client.
///
/// Clients send most of these by themselves; the first that a request has counts.
package enum CallSign: String, CaseIterable, Hashable, Sendable {
  /// The number of the call, which a test sends that wants a certain one.
  case number = "x-retrylab-call"
  case idempotencyKey = "idempotency-key"
  /// What the clients of AWS send.
  case invocation = "amz-sdk-invocation-id"
  /// The trace of W3C, of which a retry is a part.
  case trace = "traceparent"
  /// The method, the target and the content, if nothing else tells.
  case content
  /// That a connection follows one which has failed, of clients that speak no HTTP.
  case connection

  /// Returns the sign of a request, and what it says there.
  package static func of(_ request: Request) -> (sign: CallSign, value: String) {
    if request == .connection { return (.connection, "") }
    for sign in allCases where sign != .content {
      guard let value = request[sign.rawValue], !value.isEmpty else { continue }
      // Its other parts change with each attempt.
      guard sign == .trace else { return (sign, value) }
      let parts = value.split(separator: "-")
      if parts.count >= 4 { return (sign, String(parts[1])) }
    }
    let content = request.content
    return (
      .content, "\(request.method) \(request.target) \(content.length) \(content.digest.text)"
    )
  }
}
