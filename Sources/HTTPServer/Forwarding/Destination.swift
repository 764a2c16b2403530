/// Another server, as it is written: `http://host:port/path` or `tcp://host:port`.
package struct Destination: Hashable, Sendable {
  package enum Scheme: String, CaseIterable, Hashable, Sendable {
    case http, tcp
  }

  package struct Mistake: Error {
    package let reason: String
  }

  package let scheme: Scheme
  package let host: String
  package let port: UInt16
  /// What comes in front of each path.
  let path: String
  /// The host and the port, as a request names them.
  let authority: String

  package init(_ text: String) throws(Mistake) {
    guard let mark = text.firstRange(of: "://") else {
      throw Mistake(reason: "a server is written as http://host:port or tcp://host:port")
    }
    let word = text[..<mark.lowerBound].lowercased()
    guard let scheme = Scheme(rawValue: word) else {
      let why = word == "https" ? "TLS is not spoken here" : "'\(word)' is not spoken here"
      throw Mistake(reason: "\(why), only http:// and tcp://")
    }
    let rest = text[mark.upperBound...]
    let authority = String(rest.prefix { $0 != "/" })
    self.authority = authority
    let path = rest.dropFirst(authority.count)
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    guard !rest.contains(where: { "?#@".contains($0) || $0.isWhitespace }) else {
      throw Mistake(reason: "a server has a host, a port and a path, and nothing else")
    }
    guard scheme == .http || path.isEmpty else {
      throw Mistake(reason: "a server of tcp has no path")
    }
    // An address of version 6 stands in brackets, since it has colons of its own.
    let bracket = authority.hasPrefix("[") ? authority.lastIndex(of: "]") : nil
    let colon = authority[(bracket ?? authority.startIndex)...].firstIndex(of: ":")
    let host = authority[..<(colon ?? authority.endIndex)]
    self.host = String(bracket == nil ? host : host.dropFirst().dropLast())
    self.scheme = scheme
    let digits = colon.map { authority[authority.index(after: $0)...] }
    let port = digits.map { UInt16($0) ?? 0 } ?? scheme.usualPort ?? 0
    guard !self.host.isEmpty, port > 0 else {
      throw Mistake(reason: "a server has a host and a port, such as localhost:9000")
    }
    self.port = port
  }

  package var isThisMachine: Bool {
    ["localhost", "::1"].contains(host.lowercased()) || host.hasPrefix("127.")
  }

  /// Returns the target of a request there.
  func target(_ target: String) -> String {
    target.hasPrefix("/") ? path + target : target
  }
}

extension Destination.Scheme {
  var usualPort: UInt16? { self == .http ? 80 : nil }
}
