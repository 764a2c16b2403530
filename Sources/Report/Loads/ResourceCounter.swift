import Simulation

/// What a server or channel counts: its key, its meaning, and where there is such a counter.
struct ResourceCounter: Sendable {
  let key: String
  let meaning: String
  let count: @Sendable (ResourceFigures) -> UInt64
  var isGiven: @Sendable (WatchedResource) -> Bool = { _ in true }

  static let usual = [arrived, served, refused, abandoned, wasted]
  static let rare = [expired, hits, crashed]

  private static let arrived = Self(key: "arrived", meaning: "the requests that arrived") {
    $0.arrived
  }
  private static let refused = Self(key: "refused", meaning: "the requests that were refused") {
    $0.refused
  }
  private static let served = Self(key: "served", meaning: "the requests that were served") {
    $0.served
  }
  private static let wasted = Self(
    key: "wasted", meaning: "the requests served after their caller had left"
  ) { $0.wasted }
  private static let abandoned = Self(
    key: "abandoned", meaning: "the requests whose caller left while they were queued"
  ) { $0.abandoned }
  private static let expired = Self(
    key: "expired",
    meaning: "the requests that had waited too long when their turn came; only with 'expires:'",
    count: { $0.expired }, isGiven: \.canExpire)
  private static let hits = Self(
    key: "hits", meaning: "the answers of a cache by itself; only of a cache",
    count: { $0.hits }, isGiven: \.isCache)
  private static let crashed = Self(
    key: "crashed",
    meaning: "the requests that were in the server when it crashed; only with 'crash:'",
    count: { $0.crashed }, isGiven: \.canCrash)
}
