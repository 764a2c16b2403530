import Clients
import Foundation
import Retry
import RetryTesting
import Testing

/// A file of settings that lives as long as its object.
private final class SettingsFile {
  let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")

  init(_ text: String) throws { try write(text) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: url, options: .atomic) }
}

/// Returns settings with a number of attempts, a second between them, and a breaker.
private func settings(attempts: Int, failures: Int = 100) -> String {
  """
  {
    "version": 1,
    "rules": {
      "attempts": \(attempts), "backoff": {"schedule": {"constant": "1s"}}, "hintRule": null
    },
    "aroundAttempt": [
      {"breaker": {"consecutiveFailures": \(failures), "opening": {"initial": "10s"}}}
    ]
  }
  """
}

@Suite struct ConfiguredServicesTests {
  private let clock = VirtualClock()

  /// Calls a service that is down, and returns how many attempts that took.
  private func attempts(_ services: ConfiguredServices, _ name: String = "search") async -> Int {
    let count = Guarded(0)
    _ = try? await services.call(name) { _ in
      count.withLock { $0 += 1 }
      throw Disconnected()
    }
    return count.withLock(\.self)
  }

  @Test func `the file says how many attempts there are, and the code which errors count`() throws {
    let file = try SettingsFile(settings(attempts: 3))
    let services = try ConfiguredServices(file: file.url, clock: clock)
    let count = try clock.run { await attempts(services) }
    #expect(count == 3)
    #expect(clock.now.time == .seconds(2))
    #expect(throws: UnknownArticle()) {
      try clock.run { try await services.call("search") { _ in throw UnknownArticle() } }
    }
    #expect(clock.now.time == .seconds(2))
  }

  @Test func `a call that runs ends under the settings that it began with`() throws {
    let file = try SettingsFile(settings(attempts: 3))
    let services = try ConfiguredServices(file: file.url, clock: clock)
    let url = file.url
    let counts = try clock.run {
      async let running = attempts(services)
      try await clock.sleep(for: .milliseconds(500))
      try Data(settings(attempts: 5).utf8).write(to: url)
      try services.reload()
      let next = await attempts(services)
      return [await running, next]
    }
    #expect(counts == [3, 5])
    #expect(clock.now.time == .milliseconds(4500))
  }

  @Test func `a breaker remembers what it has counted`() throws {
    let file = try SettingsFile(settings(attempts: 2))
    let services = try ConfiguredServices(file: file.url, clock: clock)
    let before = try clock.run { await attempts(services) }
    try file.write(settings(attempts: 9, failures: 3))
    try services.reload()
    // The first failure after the two before is the third.
    let after = try clock.run { await attempts(services) }
    #expect(before == 2)
    #expect(after == 1)
  }

  @Test func `a service that fails does not stop another`() throws {
    let file = try SettingsFile(settings(attempts: 1, failures: 1))
    let services = try ConfiguredServices(file: file.url, clock: clock)
    try clock.run {
      _ = await attempts(services, "search")
      await #expect(throws: StrategyRefusal.self) {
        try await services.call("search") { _ in "found" }
      }
      let text = try await services.call("mail") { _ in "sent" }
      #expect(text == "sent")
    }
  }

  @Test(arguments: [
    "", "{", #"{"version": 2, "rules": {"attempts": 3}}"#,
    #"{"version": 1, "rules": {"atempts": 3}}"#, #"{"version": 1, "rules": {}}"#,
  ])
  func `a file that cannot be read leaves all as it is`(text: String) throws {
    let file = try SettingsFile(settings(attempts: 3))
    let services = try ConfiguredServices(file: file.url, clock: clock)
    let before = try clock.run { await attempts(services) }
    try file.write(text)
    #expect(throws: DecodingError.self) { try services.reload() }
    #expect(throws: DecodingError.self) { try ConfiguredServices(file: file.url) }
    let after = try clock.run { await attempts(services) }
    #expect(before == 3)
    #expect(after == 3)
    #expect(services.attempts == ["search": 3])
  }

  @Test func `calls go on while the file is read again and again`() async throws {
    let file = try SettingsFile(settings(attempts: 2))
    let services = try ConfiguredServices(file: file.url)
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...1000 {
        group.addTask {
          let text = try await services.call("\(number % 10)") { "attempt \($0)" }
          #expect(text == "attempt 1")
        }
        if number.isMultiple(of: 20) { group.addTask { try services.reload() } }
      }
    }
    #expect(services.attempts.count == 10)
    #expect(services.attempts.values.allSatisfy { $0 == 2 })
  }
}
