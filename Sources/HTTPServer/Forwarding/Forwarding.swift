package import RetryNumerics

/// A request that goes on to another server.
package struct Forwarding: Hashable, Sendable {
  let request: Request
  /// The target at the other server, without the path that all have there.
  let target: String
  /// What the answer gets besides its own fields.
  let fields: [Request.Field]
  /// Whether the answer is thrown away, so that only the effect remains.
  let isLost: Bool

  package init(
    _ request: Request, target: String, adding fields: [Request.Field] = [], isLost: Bool = false
  ) {
    (self.request, self.target, self.fields, self.isLost) = (request, target, fields, isLost)
  }

  /// Returns the request as the other server gets it.
  func bytes(for destination: Destination) -> [UInt8] {
    var text = "\(request.method) \(destination.target(target)) HTTP/1.1\r\n"
    text += "host: \(destination.authority)\r\n"
    for field in request.fields.ofMessage where field.name != "host" && field.name != "expect" {
      text += "\(field.name): \(field.value)\r\n"
    }
    let hasLength = request["content-length"] != nil || request.content.length > 0
    if hasLength { text += "content-length: \(request.content.length)\r\n" }
    return Array((text + "connection: close\r\n\r\n").utf8) + request.content.bytes
  }
}

/// What happens to a connection that goes on to another server.
package struct Passage: Hashable, Sendable {
  /// How it ends after some bytes of the other server.
  package struct Cut: Hashable, Sendable {
    package enum End: Hashable, Sendable {
      case close, reset
      /// Nothing more is said, and what the client says still arrives.
      case halfClose
      /// Nothing more is said, as if the way were broken.
      case silence
    }

    let count: Int
    let end: End

    package init(after count: Int, _ end: End) {
      (self.count, self.end) = (count, end)
    }
  }

  let cut: Cut?
  /// The time between two bytes for the client; without one, they come as they are.
  let pace: Nanoseconds?

  package init(cut: Cut? = nil, pace: Nanoseconds? = nil) {
    (self.cut, self.pace) = (cut, pace)
  }
}

/// What another server did about a request.
package enum Reply: Hashable, Sendable {
  case answered(status: Int, retryAfter: String?)
  /// A connection whose both sides have ended.
  case ended
  /// It could not be reached, or spoke no HTTP.
  case unreachable(String)
  case closed
  case reset
}

extension [Request.Field] {
  /// Those of a message itself, not of its way between two servers.
  var ofMessage: [Request.Field] {
    let named = first { $0.name == "connection" }?.value.split(separator: ",").map {
      String($0).trimmed.lowercased()
    }
    let ofConnection = Self.ofConnection.union(named ?? [])
    return filter { !ofConnection.contains($0.name) }
  }

  private static let ofConnection: Set = [
    "connection", "content-length", "keep-alive", "proxy-authenticate", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
