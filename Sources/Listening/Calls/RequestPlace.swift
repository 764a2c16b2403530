import HTTPServer

/// Where a request goes by its path: `/fetch`, or `/s/NAME/fetch` in a session.
struct RequestPlace: Hashable {
  let session: String?
  /// What may be the name of an operation.
  let operation: String

  /// The target of a request without its session, as another server knows it.
  func target(of request: Request) -> String {
    guard let session else { return request.target }
    let rest = request.target.dropFirst("/s/\(session)".count)
    return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
  }

  static let longestName = 100

  init(_ path: Substring) {
    let parts = path.split(separator: "/", maxSplits: 3)
    guard parts.count > 1, parts[0] == "s" else {
      (session, operation) = (nil, parts.first.map(String.init) ?? "")
      return
    }
    (session, operation) = (String(parts[1]), parts.count > 2 ? String(parts[2]) : "")
  }

  /// Whether it can be written anywhere as it is, such as in an option or in a line of a log.
  static func isName(_ text: String) -> Bool {
    text.utf8.count <= longestName
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "-._".utf8.contains(byte)
        }
      }
  }
}
