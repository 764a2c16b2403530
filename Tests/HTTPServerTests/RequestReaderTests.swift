import RetryNumerics
import Testing

@testable import HTTPServer

@Suite("The reader of requests")
struct RequestReaderTests {
  /// Returns the events of a text that comes in pieces of some length, and the error that ended it.
  static func events(
    _ text: String, pieces: Int = .max, _ limits: RequestLimits = RequestLimits()
  ) -> (events: [RequestReader.Event], problem: BadRequest?) {
    events(Array(text.utf8), pieces: pieces, limits)
  }

  static func events(
    _ bytes: [UInt8], pieces: Int, _ limits: RequestLimits = RequestLimits()
  ) -> (events: [RequestReader.Event], problem: BadRequest?) {
    var (reader, events) = (RequestReader(limits), [RequestReader.Event]())
    var left = bytes[...]
    while !left.isEmpty {
      reader.add(left.prefix(pieces))
      left = left.dropFirst(pieces)
      do throws(BadRequest) {
        while let event = try reader.next() { events.append(event) }
      } catch { return (events, error) }
    }
    return (events, nil)
  }

  static func requests(_ text: String) -> [Request] {
    events(text).events.compactMap { if case .request(let request) = $0 { request } else { nil } }
  }

  static let chunked = """
    POST /pay?x=1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n\
    3\r\nabc\r\n0A;note=1\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n
    """
  static let sized =
    "PUT /pay HTTP/1.1\r\nHost: a\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\nabc0123456789"
  static let plain = "GET / HTTP/1.1\r\nHost: a\r\nAccept:  one \r\nACCEPT:two\r\n\r\n"

  @Test("reads the request line, the fields and the content")
  func whole() throws {
    let read = Self.requests(Self.plain + Self.chunked + Self.sized)
    try #require(read.count == 3)
    #expect(read.map(\.method) == ["GET", "POST", "PUT"])
    #expect(read.map(\.path) == ["/", "/pay", "/pay"])
    #expect(read[0]["accept"] == "one, two" && read[0]["cookie"] == nil)
    #expect(read[0].content.length == 0 && read[1].content.length == 13)
    #expect(read[1].content == read[2].content && read[1].content != read[0].content)
    #expect(Self.events(Self.sized).events.first == .waitsForContinue)
  }

  @Test("reads the same however the bytes are cut", arguments: 1...40)
  func pieces(size: Int) {
    let text = Self.plain + "\r\n" + Self.chunked + Self.sized + Self.plain
    let whole = Self.events(text)
    #expect(whole.events.count == 5 && whole.problem == nil)
    #expect(Self.events(text, pieces: size).events == whole.events)
  }

  @Test("accepts lines that end without a carriage return")
  func lines() {
    let text = "GET /a HTTP/1.0\n\nPOST /b HTTP/1.0\nContent-Length: 1\n\nxGET /c HTTP/1.0\n\n"
    #expect(Self.requests(text).map(\.target) == ["/a", "/b", "/c"])
  }

  @Test("takes blanks and commas for what they are, whatever mark follows")
  func marks() {
    let read = Self.requests(
      "GET / HTTP/1.1\r\nHost: a\r\nA: \u{301}x \r\nConnection: close,\u{301}\r\n\r\n")
    #expect(read.first.map { Array(($0["a"] ?? "").utf8) } == Array("\u{301}x".utf8))
    #expect(read.map(\.keepsConnection) == [false])
  }

  @Test(
    "knows whether the connection is kept",
    arguments: [
      ("1.1", "", true), ("1.1", "Connection: close\r\n", false),
      ("1.1", "Connection: a, Close\r\n", false), ("1.0", "", false),
      ("1.0", "Connection: keep-alive\r\n", true),
    ])
  func connection(version: String, field: String, isKept: Bool) {
    let read = Self.requests("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n")
    #expect(read.map(\.keepsConnection) == [isKept])
  }

  @Test(
    "says what is wrong with a request",
    arguments: [
      ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 505),
      ("GET / FTP/1.1\r\n\r\n", 400), ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\u{1}\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chun\u{212a}ed\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n", 413),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
    ])
  func problems(text: String, status: Int) {
    for pieces in [1, 7, .max] {
      let read = Self.events(text, pieces: pieces)
      #expect(read.problem?.status == status && read.events.isEmpty)
    }
  }

  @Test("bounds what it keeps")
  func limits() {
    var limits = RequestLimits()
    (limits.head, limits.fields, limits.content) = (200, 3, 10)
    let long = "GET /\(String(repeating: "a", count: 300))"
    #expect(Self.events(long, pieces: 10, limits).problem?.status == 431)
    // The same in one piece, with its end.
    #expect(Self.events(long + " HTTP/1.0\r\n\r\n", limits).problem?.status == 431)
    let many = "GET / HTTP/1.1\r\nHost: a\r\na: 1\r\nb: 1\r\nc: 1\r\n\r\n"
    #expect(Self.events(many, limits).problem?.status == 431)
    let line = "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(Self.events(line + "4\r\nabcd\r\n7\r\n", limits).problem?.status == 413)
    let endless = line + "0\r\n" + String(repeating: "a: b\r\n", count: 100)
    #expect(Self.events(endless, pieces: 3, limits).problem?.status == 400)
    #expect(
      Self.events(line + String(repeating: "0", count: 300), limits).problem?.status == 400)
  }

  @Test("reads bytes of any kind without harm", arguments: UInt64(1)...2000)
  func garbage(seed: UInt64) {
    // Requests with bytes that were changed, left out or doubled.
    var (bytes, state) = (Array((Self.plain + Self.chunked + Self.sized).utf8), seed)
    func draw(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0...draw(6) {
      let place = draw(bytes.count)
      switch draw(3) {
      case 0: bytes[place] = UInt8(draw(256))
      case 1: bytes.remove(at: place)
      default: bytes.insert(bytes[place], at: place)
      }
    }
    let whole = Self.events(bytes, pieces: .max)
    let single = Self.events(bytes, pieces: 1)
    #expect(whole.events == single.events && whole.problem == single.problem)
  }
}
