import Retry
import RetrySystems
import Testing

// As in the source, but that a service answers with `async` in place of a future.
@Suite("Usage of services and filters")
struct ServiceFilterUsage {
  private struct Fetch: Service {
    func apply(request: String) async throws -> Int { request.count }
  }

  private struct Logging: SimpleFilter {
    let log: Log

    func apply(request: String, service: any Service<String, Int>) async throws -> Int {
      log.add("in \(request)")
      defer { log.add("out \(request)") }
      return try await service.apply(request: request)
    }
  }

  private struct ByNumber: Filter {
    func apply(request: Int, service: any Service<String, Int>) async throws -> String {
      "\(try await service.apply(request: "/users/\(request)")) bytes"
    }
  }

  @Test("filters are composed around a service, the outermost first")
  func composes() async throws {
    let log = Log()
    let service = ByNumber().andThen(Logging(log: log)).andThen(Fetch())
    #expect(try await service.apply(request: 17) == "9 bytes")
    #expect(log.lines == ["in /users/17", "out /users/17"])
    let other = ByNumber().andThen(Logging(log: log).andThen(Fetch()))
    #expect(try await other.apply(request: 17) == "9 bytes")
  }
}
