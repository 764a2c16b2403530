#if os(Linux)
  import Foundation
  import RetryNumerics
  import ServingSupport
  import Testing

  @testable import HTTPServer

  @Suite("Requests that go on to another server")
  struct ForwardingTests {
    typealias Client = ServerTests.Client

    /// Answers each request as a test says.
    final class Front: Service {
      let steps: (Request) -> [AnswerStep]
      let tell: (Exchange) -> Void

      init(_ steps: @escaping (Request) -> [AnswerStep], _ tell: @escaping (Exchange) -> Void) {
        (self.steps, self.tell) = (steps, tell)
      }

      func steps(
        for request: Request, on connection: UInt64, at time: Nanoseconds
      ) -> [AnswerStep] { steps(request) }

      func note(_ exchange: Exchange) { tell(exchange) }
    }

    static func forwarding(_ request: Request, isLost: Bool = false) -> AnswerStep {
      .forward(
        Forwarding(
          request, target: request.target, adding: [Request.Field("x-added", "1")], isLost: isLost))
    }

    /// Serves clients in front of another server, and returns what each of both has noted.
    @discardableResult
    static func serving(
      _ answers: [String: [AnswerStep]] = [:], path: String = "", kept: Int? = nil,
      by steps: @escaping @Sendable (Request) -> [AnswerStep] = { [forwarding($0)] },
      _ test: (UInt16) throws -> Void
    ) throws -> (front: [Exchange], back: [Exchange]) {
      var front: [Exchange] = []
      let back = try ServerTests.serving(answers) { (port: UInt16) throws in
        var settings = ServerSettings(to: try Destination("http://127.0.0.1:\(port)\(path)"))
        if let kept { settings.kept = kept }
        front = try ServingSupport.serving(settings, by: { Front(steps, $0) }, test)
      }
      return (front, back)
    }

    static func heard(_ text: String, _ port: UInt16) throws -> ServerTests.Heard {
      let client = try Client(port)
      client.say(text)
      return client.hear()
    }

    /// Runs a test with a port at which each client is answered, and left, after its first bytes.
    static func answeringEarly(_ answer: String, _ test: (UInt16) throws -> Void) throws {
      let (listener, port) = try Socket.listening(at: 0)
      _ = fcntl(listener, F_SETFL, 0)
      Thread.detachNewThread {
        while case let socket = accept(listener, nil, nil), socket >= 0 {
          var buffer = [UInt8](repeating: 0, count: 1000)
          _ = recv(socket, &buffer, buffer.count, 0)
          send(socket, Array(answer.utf8), answer.utf8.count, Int32(MSG_NOSIGNAL))
          // With something unread, this is a reset.
          close(socket)
        }
      }
      defer {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
      }
      try test(port)
    }

    @Test(
      "are answered by a server that does not hear them to their end",
      arguments: ["HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno", ""])
    func early(answer: String) throws {
      try Self.answeringEarly(answer) { (port: UInt16) throws in
        let settings = ServerSettings(to: try Destination("http://127.0.0.1:\(port)"))
        let exchanges: [Exchange] = try ServingSupport.serving(
          settings, by: { Front({ [Self.forwarding($0)] }, $0) }
        ) { (port: UInt16) throws in
          let head = "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n"
          let client = try Client(port)
          client.say(head + String(repeating: "x", count: 8_000_000))
          let heard = client.hear(until: "no")
          #expect(heard.text.hasPrefix(answer.prefix(12)), "\(heard)")
          #expect((heard.error == ECONNRESET) == answer.isEmpty)
        }
        let reply: Reply = answer.isEmpty ? .reset : .answered(status: 413, retryAfter: nil)
        #expect(exchanges.map(\.reply) == [reply])
      }
    }

    static func raw(_ text: String, _ end: AnswerStep = .close) -> [AnswerStep] {
      [.send(Array(text.utf8)), .wait(Nanoseconds(20_000_000)), end]
    }

    @Test("arrive with what belongs to them, and their answers go back on the same connection")
    func whole() throws {
      let (front, back) = try Self.serving(path: "/v1") { (port: UInt16) throws in
        let client = try Client(port)
        client.say(
          "POST /pay?x=1 HTTP/1.1\r\nHost: a\r\nX-Mine: 2\r\nX-Hop: 3\r\nConnection: x-hop\r\n"
            + "Content-Length: 3\r\n\r\nabc")
        let heard = client.hear(until: "/v1/pay").text
        #expect(heard.hasPrefix("HTTP/1.1 200 OK\r\n") && heard.contains("x-added: 1\r\n"))
        #expect(heard.contains("connection: keep-alive"))
        client.say(
          "PUT /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nxy\r\n0\r\n\r\n")
        #expect(client.hear(until: "/b").text.hasSuffix("/v1/b"))
      }
      #expect(back.map(\.request.target) == ["/v1/pay?x=1", "/v1/b"])
      #expect(back.map(\.request.content.length) == [3, 2])
      let first = try #require(back.first?.request)
      #expect(first["x-mine"] == "2" && first["x-hop"] == nil)
      #expect(first["host"]?.hasPrefix("127.0.0.1:") == true && first["connection"] == "close")
      #expect(front.allSatisfy { $0.reply == .answered(status: 200, retryAfter: nil) })
      #expect(front.allSatisfy { $0.end == .answered && $0.connection == 0 })
    }

    @Test("get answers of any framing")
    func framings() throws {
      let long = String(repeating: "0123456789", count: 200_000)
      let answers = [
        "/chunks": Self.raw(
          "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
        "/end": Self.raw("HTTP/1.1 200 OK\r\n\r\nabc"),
        "/long": Self.raw("HTTP/1.1 200 OK\r\ncontent-length: \(long.count)\r\n\r\n\(long)"),
        "/none": Self.raw("HTTP/1.1 204 None\r\n\r\n"),
        "/busy": Self.raw("HTTP/1.1 503 Busy\r\nretry-after: 2\r\ncontent-length: 0\r\n\r\n"),
      ]
      let (front, _) = try Self.serving(answers) { (port: UInt16) throws in
        let client = try Client(port)
        for path in ["/chunks", "/end"] {
          client.say(ServerTests.get(path))
          let heard = client.hear(until: "\r\n0\r\n\r\n").text
          #expect(heard.contains("transfer-encoding: chunked\r\n"))
          #expect(heard.hasSuffix("\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
        }
        client.say(ServerTests.get("/none"))
        #expect(!client.hear(until: "\r\n\r\n").text.contains("content-length"))
        client.say("HEAD /long HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.hear(until: "\r\n\r\n").text.contains("content-length: \(long.count)"))
        client.say(ServerTests.get("/busy"))
        #expect(client.hear(until: "\r\n\r\n").text.hasPrefix("HTTP/1.1 503 Busy\r\n"))
        client.say(ServerTests.get("/long"))
        #expect(client.hear(until: long).text.hasSuffix(long))
        // Whoever does not know chunks is told the end by the end.
        let old = try Self.heard("GET /chunks HTTP/1.0\r\n\r\n", port)
        #expect(old.text.hasSuffix("connection: close\r\n\r\nabc") && old.error == 0)
      }
      #expect(front.contains { $0.reply == .answered(status: 503, retryAfter: "2") })
    }

    @Test("end as the other server ends them")
    func ends() throws {
      let half = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"
      let answers = [
        "/reset": [.reset], "/empty": [.close], "/half": Self.raw(half),
        "/torn": Self.raw(half, .reset), "/noise": Self.raw("nonsense\r\n\r\n"),
      ]
      let (front, _) = try Self.serving(answers) { (port: UInt16) throws in
        func heard(_ path: String) throws -> ServerTests.Heard {
          try Self.heard(ServerTests.get(path), port)
        }
        #expect(try heard("/reset") == ServerTests.Heard(error: ECONNRESET))
        #expect(try heard("/empty") == ServerTests.Heard())
        let half = try heard("/half")
        #expect(half.text.hasSuffix("\r\n\r\nabc") && half.error == 0)
        #expect(try heard("/torn").error == ECONNRESET)
        let client = try Client(port)
        client.say(ServerTests.get("/noise"))
        let noise = client.hear(until: "no status line\n").text
        #expect(noise.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
      }
      #expect(
        front.map(\.reply) == [.reset, .closed, .closed, .reset, .unreachable("no status line")])
    }

    @Test("are told where there is no other server")
    func unreachable() throws {
      let (listener, port) = try Socket.listening(at: 0)
      close(listener)
      let settings = ServerSettings(to: try Destination("http://localhost:\(port)"))
      let exchanges: [Exchange] = try ServingSupport.serving(
        settings, by: { Front({ [Self.forwarding($0)] }, $0) }
      ) { (port: UInt16) throws in
        let client = try Client(port)
        client.say(ServerTests.get("/"))
        let heard = client.hear(until: "refused\n").text
        #expect(heard.hasPrefix("HTTP/1.1 502 ") && heard.contains("x-retrylab-error: unreachable"))
      }
      #expect(exchanges.first?.reply == .unreachable("Connection refused"))
      #expect(exchanges.first?.end == .answered)
    }

    @Test("take effect also if their answer is lost")
    func lost() throws {
      let (front, back) = try Self.serving(by: { request in
        [Self.forwarding(request, isLost: true), .reset]
      }) { (port: UInt16) throws in
        #expect(
          try Self.heard(ServerTests.get("/a"), port) == ServerTests.Heard(error: ECONNRESET))
      }
      #expect(back.map(\.end) == [.answered])
      #expect(front.map(\.reply) == [.answered(status: 200, retryAfter: nil)])
    }

    @Test("end with their client")
    func leaving() throws {
      let begun = DispatchSemaphore(value: 0)
      let (front, back) = try Self.serving(["/": [.hang]]) { (port: UInt16) throws in
        let client = try Client(port)
        client.say(ServerTests.get("/"))
        // The other server has the request when it has that of the next client.
        let next = try Client(port)
        next.say(ServerTests.get("/next"))
        _ = next.hear(until: "/next")
        client.sayNoMore()
        #expect(client.hear() == ServerTests.Heard())
        begun.signal()
      }
      #expect(Set(front.map(\.end)) == [.left, .answered])
      #expect(Set(back.map(\.end)) == [.left, .answered])
    }

    @Test("take no more memory at once than they may")
    func bounds() throws {
      try Self.serving(kept: 1000) { (port: UInt16) throws in
        let client = try Client(port)
        let text = String(repeating: "a", count: 600)
        for _ in 0..<3 {
          client.say("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 600\r\n\r\n\(text)")
          #expect(client.hear(until: "/a").text.hasPrefix("HTTP/1.1 200"))
        }
        client.say("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1200\r\n\r\n\(text)\(text)")
        #expect(client.hear().text.hasPrefix("HTTP/1.1 503 "))
      }
    }
  }
#endif
