import Foundation
import Retry
import RetryFoundation
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

/// A folder that is gone after the test.
private final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files in it.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.sorted() ?? []
  }
}

@Suite("Cache files")
struct CacheFileTests {
  private let folder: Folder
  private let file: URL
  private let clock = VirtualClock()
  private let saved = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    folder = try Folder()
    file = folder.url.appending(path: "values.json")
  }

  private func load(
    limit: Int? = nil, after seconds: Double = 0
  ) throws(CacheFileError) -> Cache<String, Int> {
    try Cache(
      contentsOf: file, countLimit: limit, lifetime: .seconds(60), clock: clock,
      at: saved.addingTimeInterval(seconds))
  }

  /// Saves three values, of which the first is half a minute older.
  private func save() throws {
    let cache = Cache<String, Int>(lifetime: .seconds(60), clock: clock)
    cache["a"] = 1
    clock.advance(by: Nanoseconds(30_000_000_000))
    cache["b"] = 2
    cache["c"] = 3
    _ = cache["a"]
    try cache.save(to: file, at: saved)
  }

  @Test("saved values are loaded in the order of their use, and no other file remains")
  func roundTrip() throws {
    try save()
    let cache = try load()
    #expect(cache.keys == ["b", "c", "a"])
    #expect([cache["a"], cache["b"], cache["c"]] == [1, 2, 3])
    #expect(folder.names == ["values.json"])
  }

  @Test("a value ages between runs")
  func ages() throws {
    try save()
    #expect(try load(after: 29.5).keys == ["b", "c", "a"])
    #expect(try load(after: 30).keys == ["b", "c"])
    let cache = try load(after: 29.5)
    clock.advance(by: Nanoseconds(500_000_000))
    #expect(cache.keys == ["b", "c"])
  }

  @Test("an old value is served if the first fetch of the next run fails")
  func fallback() throws {
    try save()
    let cache = try load(after: 86_400)
    #expect(cache.count == 0)
    let value = try clock.run { () async throws -> CachedValue<Int, CocoaError> in
      try await cache.value(forKey: "a") { () async throws(CocoaError) in
        throw CocoaError(.fileNoSuchFile)
      }
    }
    #expect(value.value == 1)
  }

  @Test("if there are too many values, the most recently used are kept")
  func limit() throws {
    try save()
    #expect(try load(limit: 2).keys == ["c", "a"])
  }

  @Test("values without a lifetime stay fresh")
  func withoutLifetime() throws {
    let cache = Cache<String, Int>(clock: clock)
    cache["a"] = 1
    try cache.save(to: file, at: saved)
    #expect(try load(after: 1e9)["a"] == 1)
  }

  @Test("the file is private, even if it replaces one that was not")
  func permissions() throws {
    try Data().write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
    try save()
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
  }

  static let damages: [Damage] = [
    Damage(testDescription: "nothing", text: ""),
    Damage(testDescription: "something else", text: "[1, 2]"),
    Damage(testDescription: "cut short", text: #"{"version":1,"entries":[{"key":"a","val"#),
    Damage(
      testDescription: "values of another type",
      text: #"{"version":1,"entries":[{"key":"a","value":"b"}]}"#),
    Damage(testDescription: "a later version", text: #"{"version":2,"entries":[]}"#),
  ]

  @Test("a damaged file is rejected with its name and a reason", arguments: damages)
  func damaged(damage: Damage) throws {
    try Data(damage.text.utf8).write(to: file)
    let error = #expect(throws: CacheFileError.self) { try load() }
    guard case .damaged(file.path, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(error.map { "\($0)" }?.hasPrefix("the cache file '\(file.path)' is damaged: ") == true)
  }

  @Test("a date beyond the range of time does not trap", arguments: ["1e300", "-1e300", "1e18"])
  func farDates(date: String) throws {
    let text = #"{"version":1,"entries":[{"key":"a","value":1,"expires":"# + date + "}]}"
    try Data(text.utf8).write(to: file)
    #expect(try load()["a"] == (date.hasPrefix("-") ? nil : 1))
  }

  @Test("missing, unreadable and unwritable files are distinguished")
  func otherErrors() throws {
    #expect(throws: CacheFileError.missing(path: file.path)) { try load() }
    #expect(throws: CacheFileError.unreadable(path: folder.url.path, reason: "Is a directory")) {
      _ = try Cache<String, Int>(contentsOf: folder.url)
    }
    let nowhere = folder.url.appending(path: "missing/values.json")
    #expect(
      throws: CacheFileError.unwritable(
        path: nowhere.path, reason: "No such file or directory")
    ) {
      try Cache<String, Int>().save(to: nowhere)
    }
    let cache = Cache<String, Double>()
    cache["a"] = .infinity
    #expect(throws: CacheFileError.self) { try cache.save(to: file) }
    #expect(folder.names.isEmpty)
  }

  @Test("a failed save leaves the previous file, and no other")
  func keepsOldFile() throws {
    try save()
    let before = try Data(contentsOf: file)
    let folderInPlace = folder.url.appending(path: "taken")
    try FileManager.default.createDirectory(
      at: folderInPlace.appending(path: "full"), withIntermediateDirectories: true)
    #expect(throws: CacheFileError.self) {
      try Cache<String, Int>().save(to: folderInPlace)
    }
    #expect(try Data(contentsOf: file) == before)
    #expect(folder.names == ["taken", "values.json"])
  }
}
