import FoundationEssentials
import RetryNumerics
import RetrySystems

/// The contents of a cache file.
struct CacheFile<Key: Codable & Sendable, Value: Codable & Sendable>: Codable {
  /// One value.
  struct Entry: Codable {
    let key: Key
    let value: Value
    /// When it expires; `nil` means never.
    let expires: Date?
  }

  let version: Int
  /// The values, the least recently used first.
  let entries: [Entry]
}

extension CacheFile {
  /// The only supported version.
  static var current: Int { 1 }

  init(_ items: [CacheItem<Key, Value>], at date: Date) {
    version = Self.current
    entries = items.map { item in
      Entry(
        key: item.key, value: item.value,
        expires: item.remaining.map { date.addingTimeInterval($0 / .seconds(1)) })
    }
  }

  func items(at date: Date) -> [CacheItem<Key, Value>] {
    entries.map { entry in
      CacheItem(
        key: entry.key, value: entry.value,
        // A date from a file may be too far away for a `Duration` conversion, which would trap.
        remaining: entry.expires.map {
          Nanoseconds(rounding: $0.timeIntervalSince(date) * 1e9).duration
        })
    }
  }
}
