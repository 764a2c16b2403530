#if os(Linux)
  import Foundation
  import RetryNumerics
  import ServingSupport
  import Testing

  @testable import HTTPServer

  @Suite("The server")
  struct ServerTests {
    /// Answers each path as a test says.
    final class Script: Service {
      let answers: [String: [AnswerStep]]
      let tell: (Exchange) -> Void

      init(_ answers: [String: [AnswerStep]], _ tell: @escaping (Exchange) -> Void) {
        (self.answers, self.tell) = (answers, tell)
      }

      func steps(
        for request: Request, on connection: UInt64, at time: Nanoseconds
      ) -> [AnswerStep] {
        answers[String(request.path)]
          ?? [.send(Answer(200, content: String(request.path)).bytes(for: request))]
      }

      func note(_ exchange: Exchange) { tell(exchange) }
    }

    @discardableResult
    static func serving(
      _ answers: [String: [AnswerStep]] = [:], _ settings: ServerSettings = ServerSettings(),
      _ test: (UInt16) throws -> Void
    ) throws -> [Exchange] {
      try ServingSupport.serving(settings, by: { Script(answers, $0) }, test)
    }

    /// What a client received, and the error at the end.
    struct Heard: Equatable {
      var text = ""
      var error: Int32 = 0
    }

    /// A client that sends bytes as they are.
    struct Client: ~Copyable {
      let socket: Int32

      init(_ port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            [socket] in connect(socket, $0, size)
          }
        }
        try #require(status == 0)
      }

      deinit { close(socket) }

      func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      }

      /// Says something again and again until nobody takes it any more.
      func sayUntilFull(_ text: String) {
        let bytes = Array(text.utf8)
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        var wanted = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        // The other side may take more in a moment.
        while poll(&wanted, 1, 500) > 0, wanted.revents == POLLOUT {
          while send(socket, bytes, bytes.count, flags) > 0 {}
        }
      }

      func sayNoMore() { shutdown(socket, Int32(SHUT_WR)) }

      /// Returns what comes until the end of the connection, or up to some text.
      func hear(until end: String? = nil) -> Heard {
        var (heard, buffer) = (Heard(), [UInt8](repeating: 0, count: 4096))
        while end.map({ !heard.text.hasSuffix($0) }) ?? true {
          let count = recv(socket, &buffer, buffer.count, 0)
          if count < 0 { heard.error = errno }
          guard count > 0 else { return heard }
          heard.text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return heard
      }
    }

    static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test("answers the requests of a connection in order, also those that come early")
    func order() throws {
      let exchanges = try Self.serving { port in
        let client = try Client(port)
        client.say(Self.get("/a") + Self.get("/b"))
        #expect(client.hear(until: "/b").text.contains("\r\n\r\n/aHTTP/1.1 200 OK"))
        client.say("GET /c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let last = client.hear()
        #expect(last.text.hasSuffix("/c") && last.text.contains("connection: close"))
      }
      #expect(exchanges.map(\.request.path) == ["/a", "/b", "/c"])
      #expect(exchanges.allSatisfy { $0.end == .answered && $0.connection == 0 })
    }

    @Test("waits as long as it is told, and knows how late it was")
    func times() throws {
      let wait = Nanoseconds(30_000_000)
      let steps: [AnswerStep] = [.send(Array("a".utf8)), .wait(wait), .wait(wait), .close]
      let exchanges = try Self.serving(["/": steps]) { port in
        let client = try Client(port)
        client.say(Self.get("/"))
        #expect(client.hear() == Heard(text: "a"))
      }
      let exchange = try #require(exchanges.first)
      let span = exchange.finish - exchange.arrival
      #expect(span >= wait + wait && exchange.lateness <= span)
    }

    @Test("ends a connection as it is told")
    func ends() throws {
      let part = Array("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc".utf8)
      let answers: [String: [AnswerStep]] = [
        "/reset": [.reset], "/half": [.send(part), .close], "/late": [.send(part), .reset],
        "/empty": [.close],
      ]
      try Self.serving(answers) { (port: UInt16) throws in
        func end(_ path: String) throws -> Heard {
          let client = try Client(port)
          client.say(Self.get(path))
          return client.hear()
        }
        #expect(try end("/reset") == Heard(error: ECONNRESET))
        #expect(try end("/empty") == Heard())
        #expect(try end("/half").text.hasSuffix("\r\n\r\nabc"))
        #expect(try end("/late").error == ECONNRESET)
      }
    }

    @Test("keeps a field in its line")
    func fields() {
      let fields = [Request.Field("x-a", "one\r\nx-b: two\nthree")]
      let text = String(decoding: Answer(200, fields: fields).bytes(closes: true), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nx-a: one x-b: two three\r\ncontent-length: 0\r\n"))
    }

    @Test("sees that a client leaves before its answer")
    func leaving() throws {
      let exchanges = try Self.serving(["/": [.hang], "/slow": [.wait(.never)]]) { port in
        for path in ["/", "/slow"] {
          let client = try Client(port)
          client.say(Self.get(path))
          shutdown(client.socket, Int32(SHUT_WR))
          #expect(client.hear() == Heard())
        }
      }
      #expect(exchanges.map(\.end) == [.left, .left])
    }

    @Test("lets a client go on that waits for a word, and refuses what is no request")
    func words() throws {
      try Self.serving { port in
        let client = try Client(port)
        client.say(
          "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.hear(until: "\r\n\r\n").text == "HTTP/1.1 100 Continue\r\n\r\n")
        client.say("abc")
        #expect(client.hear(until: "/a").text.hasPrefix("HTTP/1.1 200 OK"))
        client.say("nonsense\r\n\r\n")
        #expect(client.hear().text.hasPrefix("HTTP/1.1 400 Bad Request"))
      }
    }

    @Test("bounds the time of a request and the number of connections")
    func bounds() throws {
      var settings = ServerSettings()
      (settings.patience, settings.connections) = (Nanoseconds(20_000_000), 1)
      try Self.serving([:], settings) { port in
        let slow = try Client(port)
        let next = try Client(port)
        next.say(Self.get("/next"))
        slow.say("GET / HTTP/1.1\r\n")
        #expect(slow.hear().text.hasPrefix("HTTP/1.1 408 Request Timeout"))
        _ = consume slow
        #expect(next.hear(until: "/next").text.hasPrefix("HTTP/1.1 200 OK"))
      }
    }

    @Test("sends answers that are longer than what a socket takes")
    func long() throws {
      let content = String(repeating: "0123456789", count: 1_000_000)
      let steps: [AnswerStep] = [.send(Answer(200, content: content).bytes(closes: true)), .close]
      try Self.serving(["/": steps]) { port in
        let client = try Client(port)
        client.say(Self.get("/"))
        let heard = client.hear().text
        #expect(heard.hasSuffix(content))
      }
    }
  }
#endif
