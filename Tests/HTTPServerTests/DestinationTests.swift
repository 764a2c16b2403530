import Testing

@testable import HTTPServer

@Suite("Another server as it is written")
struct DestinationTests {
  @Test(
    "has a host, a port and a path",
    arguments: [
      ("http://localhost:9000", "localhost", 9000, "/a?b", "localhost:9000"),
      ("HTTP://api.test/v1/", "api.test", 80, "/v1/a?b", "api.test"),
      ("http://[::1]:81/v1", "::1", 81, "/v1/a?b", "[::1]:81"),
      ("tcp://10.0.0.5:6379", "10.0.0.5", 6379, "/a?b", "10.0.0.5:6379"),
    ])
  func parts(text: String, host: String, port: UInt16, target: String, authority: String) throws {
    let destination = try Destination(text)
    #expect(destination.host == host && destination.port == port)
    #expect(destination.target("/a?b") == target && destination.authority == authority)
    #expect(destination.target("*") == "*")
  }

  @Test(
    "is refused with a reason",
    arguments: [
      ("localhost:9000", "http://host:port"), ("https://a", "TLS"), ("ftp://a", "'ftp'"),
      ("tcp://a", "a host and a port"), ("tcp://a:0", "a host and a port"),
      ("tcp://a:99999", "a host and a port"), ("http://:80", "a host and a port"),
      ("http://", "a host and a port"), ("http://[]:80", "a host and a port"),
      ("tcp://a:1/b", "no path"), ("http://u@a", "nothing else"), ("http://a/?b", "nothing else"),
    ])
  func mistakes(text: String, words: String) {
    let mistake = #expect(throws: Destination.Mistake.self) { try Destination(text) }
    #expect(mistake?.reason.contains(words) == true, "\(mistake?.reason ?? "")")
  }
}
