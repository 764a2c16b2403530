package import RetryNumerics
package import VirtualTime

/// A cache that calls share: it is empty at first, and keeps the answers of the source behind it by the keys of calls.
package struct SharedCache: Hashable, Sendable {
  package let name: String
  /// The number of entries; beyond it, the one that was used longest ago is dropped.
  package let entries: Int
  /// How long an entry is fresh.
  package let lifetime: Nanoseconds
  /// How long after that it may still be served if the source fails.
  package let stale: Nanoseconds
  /// When it loses all its entries, if it does.
  package let cleared: Nanoseconds?

  private static let mostEntries = 1_000_000

  package init(
    _ name: String, entries: Int, lifetime: Nanoseconds = .never, stale: Nanoseconds = .zero,
    cleared: Nanoseconds? = nil
  ) throws(InvalidArgument) {
    try InvalidArgument.check(entries, "entries", within: 1...Self.mostEntries)
    for (time, label) in [(lifetime, "for"), (stale, "stale"), (cleared ?? .zero, "cleared")]
    where time < .zero {
      throw InvalidArgument(label, PlanProblem.negativeTime(of: label, time))
    }
    self.name = name
    self.entries = entries
    self.lifetime = lifetime
    self.stale = stale
    self.cleared = cleared
  }
}
