import Retry
import RetryNumerics
import RetrySystems
import Testing

// As in the source, but that the filter is told which errors ask for a token, and how a request bears it.
@Suite("Usage of AuthFilter")
struct AuthFilterUsage {
  private struct Call: Sendable {
    var token: String?
  }

  /// A service that needs a token, and times out the first time that it is shown one.
  private static func fetch(_ log: Log) -> ClosureService<Call, String> {
    ClosureService { call in
      log.add(call.token ?? "none")
      guard call.token != nil else { throw RequestError.forbidden }
      guard log.lines.count(where: { $0 != "none" }) > 1 else { throw RequestError.timeout }
      return "page"
    }
  }

  private let auth = AuthFilter<Call, String>(
    on: { $0 as? RequestError == .forbidden }, refresh: { "token" },
    authorize: { _, token in Call(token: token) })

  @Test("outside the retries it acts when they are used up")
  func host() async {
    let log = Log()
    let service = auth.andThen(RetryFilter(attempts: 1)).andThen(Self.fetch(log))
    await #expect(throws: RequestError.timeout) { try await service.apply(request: Call()) }
    #expect(log.lines == ["none", "token"])
  }

  @Test("inside the retries each attempt may obtain a token")
  func inside() async throws {
    let log = Log()
    let service = RetryFilter(attempts: 3).andThen(auth).andThen(Self.fetch(log))
    #expect(try await service.apply(request: Call()) == "page")
    #expect(log.lines == ["none", "token", "token"])
  }
}
