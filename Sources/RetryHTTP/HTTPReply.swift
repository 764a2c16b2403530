public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a server answered: the body, and the response with its status.
public struct HTTPReply: Sendable {
  /// The body.
  public var data: Data
  /// The status with its headers.
  public var response: HTTPURLResponse

  /// Creates a reply, such as in a test or as a fallback.
  public init(data: Data = Data(), response: HTTPURLResponse) {
    (self.data, self.response) = (data, response)
  }

  /// The status, such as 200.
  public var status: Int { response.statusCode }
}

/// The server that a request goes to: a pipeline is shared by all requests to it.
///
/// ```swift
/// let origin = HTTPOrigin(URL(string: "https://example.org/pages/7")!)
/// print(origin)  // https://example.org:443
/// ```
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The protocol in lowercase, such as `https`.
  public let scheme: String
  /// The name or the address in lowercase.
  public let host: String
  /// The port, also where the URL leaves it out.
  public let port: Int

  /// Creates the origin of a URL.
  public init(_ url: URL?) {
    scheme = url?.scheme?.lowercased() ?? "http"
    host = url?.host()?.lowercased() ?? ""
    port = url?.port ?? (scheme == "https" ? 443 : 80)
  }

  /// The origin as a URL without a path.
  public var description: String { "\(scheme)://\(host):\(port)" }
}
