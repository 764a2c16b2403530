import FoundationEssentials
import Retry
import RetryFoundation
import RetrySystems
import Testing

// As in the source, but that the service answers with `async` in place of a future.
@Suite("Usage of the decoding filters")
struct TransformUsage {
  private struct User: Decodable, Equatable {
    let name: String
  }

  private struct ApiError: Decodable, Error, Equatable {
    let code: Int
  }

  /// An API that answers with 200 in any case.
  private let fetch = ClosureService { (path: String) in
    Data((path == "/users/1" ? #"{"name": "Ada"}"# : #"{"code": 17}"#).utf8)
  }

  @Test("a model is decoded; an error instead of it is decoded and thrown")
  func transforms() async throws {
    let service = TransformFailureIfNeededTo<ApiError, User>()
      .andThen(TransformJsonTo<User>())
      .andThen(fetch)
    #expect(try await service.apply(request: "/users/1") == User(name: "Ada"))
    await #expect(throws: ApiError(code: 17)) { try await service.apply(request: "/users/2") }
  }

  @Test("one chain of filters serves many concurrent callers")
  func manyCallers() async {
    let service = TransformFailureIfNeededTo<ApiError, User>()
      .andThen(TransformJsonTo<User>())
      .andThen(fetch)
    let right = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let user = try? await service.apply(request: "/users/\(number % 3)")
          return (user == User(name: "Ada")) == (number % 3 == 1)
        }
      }
      return await group.reduce(into: 0) { count, isRight in count += isRight ? 1 : 0 }
    }
    #expect(right == 200)
  }
}
