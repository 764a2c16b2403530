/// A complete answer of HTTP/1.1.
package struct Answer: Hashable, Sendable {
  package var status: Int
  package var fields: [Request.Field]
  package var content: [UInt8]

  package init(_ status: Int, fields: [Request.Field] = [], content: String = "") {
    (self.status, self.fields, self.content) = (status, fields, Array(content.utf8))
  }

  /// Returns its bytes for a request: a `HEAD` has no content, and HTTP/1.0 is told what happens to the connection.
  package func bytes(for request: Request) -> [UInt8] {
    bytes(closes: !request.keepsConnection, hasContent: request.method != "HEAD")
  }

  func bytes(closes: Bool, hasContent: Bool = true) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    for field in fields {
      // A line of its own would be another field.
      text += "\(field.name): \(String(field.value.map { $0.isNewline ? " " : $0 }))\r\n"
    }
    text += "content-length: \(content.count)\r\n"
    text += "connection: \(closes ? "close" : "keep-alive")\r\n\r\n"
    return Array(text.utf8) + (hasContent ? content : [])
  }

  private static let reasons = [
    200: "OK", 400: "Bad Request", 404: "Not Found", 408: "Request Timeout", 409: "Conflict",
    413: "Content Too Large", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    507: "Insufficient Storage",
  ]
}
