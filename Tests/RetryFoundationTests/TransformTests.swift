import FoundationEssentials
import Retry
import RetryFoundation
import RetrySystems
import Testing

/// Somebody.
private struct User: Codable, Equatable {
  let name: String
}

/// Why there is nobody.
private struct Refusal: Codable, Error, Equatable {
  let reason: String
}

@Suite("Decoding filters")
struct TransformTests {
  /// A service that always answers with a text.
  private func answering(_ text: String) -> ClosureService<String, Data> {
    ClosureService { _ in Data(text.utf8) }
  }

  @Test("a payload is decoded as the model")
  func decodes() async throws {
    let service = TransformJsonTo<User>().andThen(answering(#"{"name": "Ada"}"#))
    #expect(try await service.apply(request: "/users/1") == User(name: "Ada"))
  }

  @Test("a payload that does not fit fails, and the error contains it")
  func doesNotFit() async {
    let service = TransformJsonTo<User>().andThen(answering("<html>"))
    let failure = await #expect(throws: PayloadFailure.self) {
      try await service.apply(request: "/users/1")
    }
    #expect(failure?.payload == Data("<html>".utf8))
    #expect(failure?.underlying is DecodingError)
  }

  @Test("an error instead of the model is decoded and thrown")
  func failureModel() async throws {
    let chain = TransformFailureIfNeededTo<Refusal, User>().andThen(TransformJsonTo<User>())
    let refused = chain.andThen(answering(#"{"reason": "unknown"}"#))
    await #expect(throws: Refusal(reason: "unknown")) {
      try await refused.apply(request: "/users/1")
    }
    let accepted = chain.andThen(answering(#"{"name": "Ada", "reason": "unknown"}"#))
    #expect(try await accepted.apply(request: "/users/1") == User(name: "Ada"))
    await #expect(throws: PayloadFailure.self) {
      try await chain.andThen(answering("[]")).apply(request: "/users/1")
    }
  }

  @Test("an error of the service itself passes unchanged")
  func passes() async {
    let service = TransformFailureIfNeededTo<Refusal, User>().andThen(TransformJsonTo<User>())
      .andThen { (_: String) in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await service.apply(request: "/users/1")
    }
  }

  @Test("a retry around the chain distinguishes a refusal from a truncated payload")
  func retried() async throws {
    let attempts = Counter()
    let policy = RetryPolicy<any Error>(attempts: 5, on: { $0 is PayloadFailure })
    let service = RetryFilter(policy)
      .andThen(TransformFailureIfNeededTo<Refusal, User>())
      .andThen(TransformJsonTo<User>())
      .andThen { (_: String) in
        let text = await attempts.next() < 3 ? #"{"name": "# : #"{"reason": "unknown"}"#
        return Data(text.utf8)
      }
    await #expect(throws: Refusal(reason: "unknown")) {
      try await service.apply(request: "/users/1")
    }
    #expect(await attempts.count == 3)
  }
}

/// A number that goes up.
private actor Counter {
  private(set) var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
