import FoundationEssentials
import Retry
import RetryNumerics
import Testing

// `dataTaskPublisher(for: url).map(\.data).decode(type: User.self, decoder: JSONDecoder()).retry(3)`: the
// publisher became an asynchronous function, and its operators the lines of a closure.
@Suite("Usage of Combine retry(3)")
struct CombineRetryUsage {
  private struct User: Decodable, Equatable {
    let name: String
  }

  @Test("three retries make four attempts, and repeat the whole chain above")
  func retries() async throws {
    let downloads = Locked(0)
    // The payload is whole in the fourth download only, so that decoding fails before.
    @Sendable func dataTask(for path: String) async throws -> (data: Data, path: String) {
      let count = downloads.withLock { downloads in
        downloads += 1
        return downloads
      }
      return (Data((count < 4 ? #"{"name": "# : #"{"name": "Ada"}"#).utf8), path)
    }
    let user = try await retry(RetryPolicy<any Error>(retries: 3)) {
      let data = try await dataTask(for: "/users/1").data
      return try JSONDecoder().decode(User.self, from: data)
    }
    #expect(user == User(name: "Ada"))
    #expect(downloads.withLock { $0 } == 4)
  }
}
