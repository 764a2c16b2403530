package import RetryNumerics

/// An error of a simulated operation: a kind, optionally with a payload.
///
/// It is a single reference to immutable content, because errors are passed along at every attempt.
package struct Fault: Error, Sendable {
  private let content: Content

  /// Creates an error of a kind.
  ///
  ///     Fault("http", 503)
  ///     Fault("network", .fault(Fault("timeout")))
  ///     Fault("throttled", retryAfter: Nanoseconds(2_000_000_000))
  package init(_ kind: String, _ payload: Value? = nil, retryAfter: Nanoseconds? = nil) {
    content = Content(kind: kind, payload: payload, retryAfter: retryAfter)
  }

  package var kind: String { content.kind }
  package var payload: Value? { content.payload }

  /// The number of nested errors, including this one.
  package var depth: Int { content.depth }

  /// The delay that the server requests before the next attempt.
  package var retryAfter: Nanoseconds? { content.retryAfter }
}

/// The immutable content of an error.
private final class Content: Sendable {
  let kind: String
  let payload: Value?
  let retryAfter: Nanoseconds?
  let depth: Int

  init(kind: String, payload: Value?, retryAfter: Nanoseconds?) {
    self.kind = kind
    self.payload = payload
    self.retryAfter = retryAfter
    depth = 1 + (payload?.fault?.depth ?? 0)
  }
}

extension Fault {
  /// The same error with its own content.
  var detached: Fault {
    Fault(kind, payload, retryAfter: retryAfter)
  }
}

extension Fault: Hashable {
  package static func == (left: Fault, right: Fault) -> Bool {
    left.content === right.content
      || (left.kind == right.kind && left.payload == right.payload
        && left.retryAfter == right.retryAfter)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(payload)
    hasher.combine(retryAfter)
  }
}

extension Fault {
  /// The error of an operation without a named error.
  package static let unspecified = Fault("error")

  package static let timeout = Fault("timeout")
  package static let outage = Fault("outage")
}

extension Fault: CustomStringConvertible {
  /// The error as source text, without the leading dot.
  package var description: String {
    let details = [payload?.description, retryAfter.map { "retryAfter: \($0)" }].compactMap(\.self)
    return details.isEmpty ? kind : "\(kind)(\(details.joined(separator: ", ")))"
  }
}
