import FoundationEssentials
import Retry
import RetryFoundation
import RetryLanguage
import RetrySystems
import Simulation

/// A model of a payload.
private struct User: Decodable {
  let id: Int
}

/// A failure model, described as in the language.
private struct Refusal: Decodable, Error, CustomStringConvertible {
  let code: Int
  var description: String { "failure({\"code\": \(code)})" }
}

/// An error that may contain another one, described as in the language.
private enum VideoError: Error, CustomStringConvertible {
  enum Beneath: Error { case timeout, offline }

  case networkFailure(underlying: Beneath)
  case exceedSize

  var description: String {
    switch self {
    case .networkFailure(let underlying): "networkFailure(\(underlying))"
    case .exceedSize: "exceedSize"
    }
  }
}

extension ScriptHost {
  /// Payloads that are objects of whole numbers.
  static let numbers = ScriptHost(json: { text in
    let fields = try? JSONDecoder().decode([String: Int].self, from: Data(text.utf8))
    return fields.map { .object($0.mapValues { .int($0) }) }
  })
}

extension System {
  /// Payloads, typed errors and caches.
  static let payloads: [System] = [
    System(
      "S14", #"TransformFailureIfNeededTo(["code"], model: ["id"]).andThen(user)"#,
      comesTo: "user 0 | 100 failure failure({\"code\": 17})"
    ) { bench in
      let service = decoding.andThen(answering(bench))
      try bench.run { try await service.apply().id }
    },
    System(
      "S14 in a retry filter",
      """
      RetryFilter(attempts: 3).andThen(TransformFailureIfNeededTo(["code"], model: ["id"]))
        .andThen(user).map { $0.field("id") }
      """, comesTo: "user 0, user 100 | 200 success 7"
    ) { bench in
      let service = RetryFilter(attempts: 3, clock: bench.clock).andThen(decoding)
        .andThen(answering(bench))
      try bench.run { try await service.apply().id }
    },
    System(
      "S15", "video.retry(attempts: 5, on: [.networkFailure])",
      comesTo: "video 0, video 100, video 200 | 300 failure exceedSize",
      library: video { if case .networkFailure = $0 { true } else { false } }),
    System(
      "S15 looks inside", "video.retry(attempts: 5, on: [.networkFailure(.timeout)])",
      comesTo: "video 0, video 100 | 200 failure networkFailure(offline)",
      library: video { if case .networkFailure(.timeout) = $0 { true } else { false } }),
    System(
      "S16", "down.retry(attempts: 3, delay: 200ms).cached(7, stale: 100%)",
      comesTo: "down 0, down 300, down 600 | 700 success 7", library: cache(lifetime: .zero)),
    System(
      "S16 fresh", "down.retry(attempts: 3, delay: 200ms).cached(7, fresh: 100%)",
      comesTo: " | 0 success 7", library: cache(lifetime: .seconds(60))),
  ]

  private static var decoding: some ResponseFilter<User, Data> {
    TransformFailureIfNeededTo<Refusal, User>().andThen(TransformJsonTo<User>())
  }

  /// A server that is busy at first.
  private static func answering(_ bench: Bench) -> ClosureService<Void, Data> {
    let user: Scripted<Never> = bench.op("user", 100, .success(17), .success(7))
    return ClosureService { _ in
      let number = await user.call()
      return Data((number == 17 ? "{\"code\": 17}" : "{\"id\": \(number)}").utf8)
    }
  }

  /// A video under a policy that repeats some errors only.
  private static func video(
    on filter: @escaping @Sendable (VideoError) -> Bool
  ) -> @Sendable (Bench) async throws -> Void {
    { bench in
      let video: Scripted<VideoError> = bench.op(
        "video", 100, .failure(.networkFailure(underlying: .timeout)),
        .failure(.networkFailure(underlying: .offline)), .failure(.exceedSize))
      try bench.run {
        try await retry(RetryPolicy(attempts: 5, on: filter), clock: bench.clock) {
          () async throws(VideoError) in try await video.call()
        }
      }
    }
  }

  /// A failing operation behind a cache that contains 7.
  private static func cache(lifetime: Duration) -> @Sendable (Bench) async throws -> Void {
    { bench in
      let down: Scripted<Fault> = bench.op("down", 100, .failure(Fault("offline")))
      let cache = Cache<String, Int>(lifetime: lifetime, clock: bench.clock)
      cache.insert(7, forKey: "page")
      let policy = RetryPolicy<Fault>(attempts: 3, backoff: .constant(.milliseconds(200)))
      try bench.run {
        try await cache.value(forKey: "page", policy: policy) { () async throws(Fault) in
          try await down.call()
        }.value
      }
    }
  }
}
