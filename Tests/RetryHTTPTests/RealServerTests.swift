import Foundation
import Retry
import RetryHTTP
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server in a process of its own, which ends with it.
private final class RealServer {
  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  let port: Int

  init() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py")
    process.executableURL = URL(filePath: try #require(Self.python))
    process.arguments = [script.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func request(_ path: String, _ method: String = "GET") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/\(path)")))
    request.httpMethod = method
    return request
  }
}

@Suite(
  "A retrying session with a real server",
  .enabled(if: RealServer.python != nil, "there is no python3"))
struct RealServerTests {
  private let server: RealServer
  private let session = RetryingSession(
    transport: .session(URLSession(configuration: .ephemeral)),
    pipelines: PipelineRegistry { _ in
      // Other tests may keep the threads for minutes on which an attempt goes on.
      AnyPipeline(
        Pipeline(Retrying(.http(backoff: .none, deadline: nil)), Timeout(.seconds(3600))))
    })

  init() throws { server = try RealServer() }

  private func send(_ request: URLRequest, body: HTTPBody? = nil) async throws -> String {
    let (data, response) = try await session.data(for: request, body: body)
    return "\(response.statusCode) \(String(decoding: data, as: UTF8.self))"
  }

  @Test("retries statuses, with the body of the request each time")
  func statuses() async throws {
    #expect(try await send(server.request("a/503/2/-")) == "200 3 ")
    #expect(try await send(server.request("b/500/9/-")) == "500 3 ")
    #expect(try await send(server.request("c/404/9/-")) == "404 1 ")
    #expect(try await send(server.request("d/503/1/-", "HEAD")) == "200 ")
    #expect(try await send(server.request("e/503/1/-", "POST")) == "503 1 ")
    var order = try server.request("f/503/2/-", "POST")
    order.httpBody = Data("order".utf8)
    order.idempotencyKey = "7"
    #expect(try await send(order) == "200 3 order")
  }

  @Test("sends the contents of a file, or of a new stream, with each attempt")
  func bodies() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("a file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await send(server.request("g/503/2/-", "PUT"), body: .file(file)) == "200 3 a file")
    let stream = HTTPBody.stream { InputStream(data: Data("a stream".utf8)) }
    #expect(try await send(server.request("h/503/1/-", "PUT"), body: stream) == "200 2 a stream")
  }

  @Test("returns at once where the server asks for more time than it may")
  func retryAfter() async throws {
    #expect(try await send(server.request("i/503/1/3600")) == "503 1 ")
    let date = "Fri,%2001%20Jan%202100%2000:00:00%20GMT"
    #expect(try await send(server.request("j/503/1/\(date)")) == "503 1 ")
  }

  @Test("sends an order once where the connection breaks after it, and again where none is made")
  func connections() async throws {
    // The first request of a session has a new connection, which the session itself never tries again.
    let lost = await #expect(throws: URLError.self) {
      try await send(server.request("k/close/1/-", "POST"))
    }
    #expect(lost.map { [.networkConnectionLost, .badServerResponse].contains($0.code) } == true)
    #expect(try await send(server.request("k/close/1/-", "POST")) == "200 2 ")
    #expect(try await send(server.request("l/close/1/-")) == "200 2 ")
    let refused = await #expect(throws: URLError.self) {
      _ = try await session.data(
        from: try #require(URL(string: "http://127.0.0.1:1/m/503/0/-")))
    }
    #expect(refused?.code == .cannotConnectToHost)
  }

  @Test("retries a body that breaks off, and no order whose answer came after a redirect")
  func redirects() async throws {
    #expect(try await send(server.request("o/short/1/-")) == "200 2 ")
    #expect(try await send(server.request("p/429/9/-", "POST")) == "429 3 ")
    // The server acts on the order, and redirects to one that refuses, or to none.
    #expect(try await send(server.request("q/see/9/r", "POST")).hasPrefix("429 "))
    await #expect(throws: URLError.self) {
      try await send(server.request("s/see/9/nowhere", "POST"))
    }
    #expect(try await send(server.request("q/503/0/-")) == "200 2 ")
    #expect(try await send(server.request("s/503/0/-")) == "200 2 ")
  }

  @Test("ends an attempt of a server that does not answer, and the request whose task is cancelled")
  func cancellation() async throws {
    let task = Task { [session, request = try server.request("n/close/0/-")] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await session.data(for: request).1.statusCode
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }
}
