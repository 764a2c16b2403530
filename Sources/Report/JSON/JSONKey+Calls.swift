package import RetryNumerics
import VirtualTime

// Keys that several kinds of objects have.

extension JSONKey {
  package static func seed(_ seed: @escaping @Sendable (Subject) -> UInt64) -> JSONKey {
    JSONKey("seed", "the seed of the calls") { PinnedDraw.proper(seed($0)) }
  }

  package static func draws(_ seed: @escaping @Sendable (Subject) -> UInt64) -> JSONKey {
    JSONKey.optional("draws", "the draw that stands for all others; only if one does") {
      PinnedDraw(of: seed($0))?.name
    }
  }

  package static func spread(_ spread: @escaping @Sendable (Subject) -> Nanoseconds?) -> JSONKey {
    JSONKey.optional(
      "over_ns", "the time over which the starts of calls are spread; only if given", spread)
  }

  package static func partial(_ isPartial: @escaping @Sendable (Subject) -> Bool) -> JSONKey {
    JSONKey.mark("is_partial", "the run was stopped before its end", isPartial)
  }
}
