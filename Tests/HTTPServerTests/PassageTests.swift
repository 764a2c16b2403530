#if os(Linux)
  import Foundation
  import RetryNumerics
  import ServingSupport
  import Testing

  @testable import HTTPServer

  @Suite("Connections that go on to another server")
  struct PassageTests {
    typealias Client = ServerTests.Client

    /// Serves connections in front of a server that hears a client to its end, and then says how much that was.
    @discardableResult
    static func serving(
      _ steps: [AnswerStep], answer: String = "heard ", _ test: (UInt16) throws -> Void
    ) throws -> [Exchange] {
      let (listener, port) = try Socket.listening(at: 0)
      _ = fcntl(listener, F_SETFL, 0)
      Thread.detachNewThread {
        while case let socket = accept(listener, nil, nil), socket >= 0 {
          var (count, buffer) = (0, [UInt8](repeating: 0, count: 1 << 16))
          while case let size = recv(socket, &buffer, buffer.count, 0), size > 0 { count += size }
          let words = Array("\(answer)\(count)".utf8)
          send(socket, words, words.count, Int32(MSG_NOSIGNAL))
          close(socket)
        }
      }
      defer {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
      }
      let settings = ServerSettings(to: try Destination("tcp://127.0.0.1:\(port)"))
      return try ServingSupport.serving(
        settings, by: { ForwardingTests.Front({ _ in steps }, $0) }, test)
    }

    static func heard(_ text: String, _ port: UInt16) throws -> ServerTests.Heard {
      let client = try Client(port)
      client.say(text)
      client.sayNoMore()
      return client.hear()
    }

    @Test("carry all bytes in both directions, and the end of each")
    func whole() throws {
      let long = String(repeating: "a", count: 3_000_000)
      let exchanges = try Self.serving([.connect(Passage())], answer: long) {
        (port: UInt16) throws in
        #expect(try Self.heard(long, port) == ServerTests.Heard(text: "\(long)3000000"))
      }
      #expect(exchanges.map(\.reply) == [.ended] && exchanges.map(\.end) == [.answered])
      #expect(exchanges.map(\.request) == [.connection])
    }

    @Test(
      "are cut within what the other server says",
      arguments: [
        (Passage.Cut(after: 3, .close), "hea", Int32(0)), (Passage.Cut(after: 0, .close), "", 0),
        (Passage.Cut(after: 3, .reset), "hea", ECONNRESET),
        (Passage.Cut(after: 0, .reset), "", ECONNRESET),
        (Passage.Cut(after: 3, .halfClose), "hea", 0),
        (Passage.Cut(after: 7, .reset), "heard 2", 0),
      ])
    func cuts(cut: Passage.Cut, text: String, error: Int32) throws {
      let exchanges = try Self.serving([.connect(Passage(cut: cut))]) { (port: UInt16) throws in
        #expect(try Self.heard("ab", port) == ServerTests.Heard(text: text, error: error))
      }
      #expect(exchanges.map(\.reply) == [.ended])
    }

    @Test("say nothing more where the way is broken")
    func silence() throws {
      let exchanges = try Self.serving([.connect(Passage(cut: Passage.Cut(after: 3, .silence)))]) {
        (port: UInt16) throws in
        let client = try Client(port)
        client.say("ab")
        client.sayNoMore()
        #expect(client.hear(until: "hea").text == "hea")
      }
      #expect(exchanges.map(\.end) == [.left])
    }

    @Test("come byte by byte")
    func pace() throws {
      let pace = Nanoseconds(2_000_000)
      let exchanges = try Self.serving([.connect(Passage(pace: pace))]) { (port: UInt16) throws in
        #expect(try Self.heard("ab", port) == ServerTests.Heard(text: "heard 2"))
      }
      let exchange = try #require(exchanges.first)
      #expect(exchange.finish - exchange.arrival >= Nanoseconds(12_000_000))
    }

    @Test("are reset where there is no other server")
    func unreachable() throws {
      let (listener, port) = try Socket.listening(at: 0)
      close(listener)
      let settings = ServerSettings(to: try Destination("tcp://localhost:\(port)"))
      let exchanges: [Exchange] = try ServingSupport.serving(
        settings, by: { ForwardingTests.Front({ _ in [.connect(Passage())] }, $0) }
      ) { (port: UInt16) throws in
        #expect(try Client(port).hear() == ServerTests.Heard(error: ECONNRESET))
      }
      #expect(exchanges.map(\.reply) == [.unreachable("Connection refused")])
    }

    @Test("of clients that have said all wait quietly for a server that is not there yet")
    func halfClosed() throws {
      // Once a few connections wait to be accepted, the system lets others wait for that.
      let (listener, port) = try Socket.listening(at: 0)
      listen(listener, 0)
      var first = [try Client(port).socket].map { dup($0) }
      while case let (socket, _)? = Socket.connecting(
        try Socket.addresses(of: try Destination("tcp://127.0.0.1:\(port)"))[...]), first.count < 8
      {
        first.append(socket)
      }
      defer { for socket in first + [listener] { close(socket) } }
      let settings = ServerSettings(to: try Destination("tcp://127.0.0.1:\(port)"))
      let turns: [Int] = try ServingSupport.serving(
        settings,
        by: { tell in
          HostileClientTests.Watched(tell) { _, connection in
            connection == 0 ? (false, [.connect(Passage())]) : (true, [.close])
          }
        }
      ) { (front: UInt16) throws in
        let client = try Client(front)
        client.say("ab")
        client.sayNoMore()
        #expect(try Client(front).hear() == ServerTests.Heard())
      }
      #expect(turns.contains { $0 < 1000 } && turns.allSatisfy { $0 < 1000 }, "\(turns)")
    }

    @Test("wait, end or hang before another server knows of them")
    func before() throws {
      let wait = AnswerStep.wait(Nanoseconds(10_000_000))
      try Self.serving([wait, .reset]) { (port: UInt16) throws in
        #expect(try Client(port).hear().error == ECONNRESET)
      }
      try Self.serving([wait, .close]) { (port: UInt16) throws in
        #expect(try Client(port).hear() == ServerTests.Heard())
      }
      let exchanges = try Self.serving([.hang]) { (port: UInt16) throws in
        #expect(try Self.heard("", port) == ServerTests.Heard())
      }
      #expect(exchanges.map(\.end) == [.left])
    }
  }
#endif
