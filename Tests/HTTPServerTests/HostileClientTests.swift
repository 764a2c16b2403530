#if os(Linux)
  import Foundation
  import RetryNumerics
  import ServingSupport
  import Testing

  @testable import HTTPServer

  @Suite("Clients that mean no good")
  struct HostileClientTests {
    /// Takes steps, before some of them a third of a second, and notes how often the server asks meanwhile when to go on.
    final class Watched: Service {
      typealias Steps = (_ request: Request, _ connection: UInt64) -> (
        isSlow: Bool, steps: [AnswerStep]
      )
      private let steps: Steps
      private let tell: (Int) -> Void
      private var turns = 0
      private var slow: Set<UInt64> = []

      init(
        _ tell: @escaping (Int) -> Void,
        _ steps: @escaping Steps = { request, _ in
          let answer = Answer(200, content: "done").bytes(for: request)
          return (request.path == "/slow", [.send(answer)])
        }
      ) {
        (self.tell, self.steps) = (tell, steps)
      }

      func steps(
        for request: Request, on connection: UInt64, at time: Nanoseconds
      ) -> [AnswerStep] {
        let (isSlow, steps) = steps(request, connection)
        guard isSlow else { return steps }
        turns = 0
        slow.insert(connection)
        return [.wait(Nanoseconds(333_000_000))] + steps
      }

      var nextTime: Nanoseconds? {
        turns += 1
        return nil
      }

      func continuations(at time: Nanoseconds) -> [Continuation] { [] }

      func note(_ exchange: Exchange) {
        if slow.contains(exchange.connection) { tell(turns) }
      }
    }

    /// Asks for the slow path while others do something, and expects that the server has been at rest meanwhile.
    static func answersAndRests(
      _ settings: ServerSettings = ServerSettings(), _ others: (UInt16) throws -> Void
    ) throws {
      let turns = try ServingSupport.serving(settings, by: { Watched($0) }) { port in
        try others(port)
        let client = try ServerTests.Client(port)
        client.say(ServerTests.get("/slow"))
        #expect(client.hear(until: "done").text.hasPrefix("HTTP/1.1 200 OK"))
      }
      // It looks around ten times in a second; turns that find nothing to do come by the thousand.
      #expect(turns.count == 1 && turns.allSatisfy { $0 < 1000 }, "\(turns)")
    }

    @Test("do not keep the server busy by reading nothing, even if they say nothing more")
    func readNothing() throws {
      try withOthers(8) { port, _ in
        let client = try ServerTests.Client(port)
        client.sayUntilFull(String(repeating: ServerTests.get("/a"), count: 100))
        client.sayNoMore()
        return client
      }
    }

    @Test("do not stop the server by half a request, or by what is none")
    func halfRequests() throws {
      let texts = [
        "GET / HTTP/1.1\r\nHost:", "\u{0}\u{1}\u{2}", "GET", "\r\n\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nabc",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 20_000),
      ]
      try withOthers(texts.count * 4) { port, number in
        let client = try ServerTests.Client(port)
        client.say(texts[number % texts.count])
        return client
      }
    }

    /// Makes clients that stay while the server answers another.
    private func withOthers(
      _ count: Int, _ make: (UInt16, Int) throws -> ServerTests.Client
    ) throws {
      var sockets: [Int32] = []
      defer { for socket in sockets { close(socket) } }
      try Self.answersAndRests { port in
        for number in 0..<count {
          let client = try make(port, number)
          sockets.append(dup(client.socket))
        }
      }
    }

    @Test("do not keep out others by staying, once there is no room for more")
    func staying() throws {
      var settings = ServerSettings()
      (settings.connections, settings.crowdedIdleness) = (2, .zero)
      try ServingSupport.serving(settings, by: { Watched($0) }) { port in
        let idle = try ServerTests.Client(port)
        let other = try ServerTests.Client(port)
        other.say(ServerTests.get("/a"))
        #expect(other.hear(until: "done").text.hasSuffix("done"))
        for _ in 0..<6 {
          let client = try ServerTests.Client(port)
          client.say(ServerTests.get("/b"))
          #expect(client.hear(until: "done").text.hasSuffix("done"))
        }
        #expect(idle.hear() == ServerTests.Heard() && other.hear() == ServerTests.Heard())
      }
    }

    @Test("wait in front of the server if it is full, and cost it nothing there")
    func waiting() throws {
      var settings = ServerSettings()
      settings.connections = 1
      let turns = try ServingSupport.serving(settings, by: { Watched($0) }) { port in
        let client = try ServerTests.Client(port)
        client.say(ServerTests.get("/slow"))
        let others = [try ServerTests.Client(port).socket].map { dup($0) }
        #expect(client.hear(until: "done").text.hasSuffix("done"))
        for socket in others { close(socket) }
      }
      #expect(turns.count == 1 && turns.allSatisfy { $0 < 1000 }, "\(turns)")
    }
  }
#endif
