import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// The place of a layer in a policy.
private enum LayerPlace: CaseIterable {
  case attempt, call

  /// The name of the method that adds a layer here.
  var name: String { self == .attempt ? "perAttempt" : "perCall" }
  var inside: String { self == .attempt ? "each attempt" : "the whole call" }

  /// Returns a policy with another layer, around those that it has here.
  func adding(_ layer: RetryStrategy.Layer, to policy: RetryStrategy) -> RetryStrategy {
    self == .attempt ? policy.with(inner: [layer]) : policy.with(outer: [layer])
  }
}

extension Catalogue {
  /// The layers that a policy brings with it, around each attempt and around the whole call.
  static let policyLayers: [Callable] = LayerPlace.allCases.flatMap { place in
    [timeout(place)] + Guard.Sort.allCases.map { guarded(place, $0) } + hedges(place)
  }

  private static func timeout(_ place: LayerPlace) -> Callable {
    Callable(
      place.name, on: .policy,
      .one("timeout", .duration, "how long \(place.inside) may take"), gives: .policy, .strategy,
      "the policy with a timeout of \(place.inside), around the layers that it has there",
      example: "op(latency: 1s).retry(policy(attempts: 3).\(place.name)(timeout: 500ms))"
    ) { policy, limit throws(InvalidArgument) in
      _ = try limit.notNegative("timeout")
      return place.adding(.timeout(limit), to: policy)
    }
  }

  private static func guarded(_ place: LayerPlace, _ sort: Guard.Sort) -> Callable {
    Callable(
      place.name, on: .policy, .one(.guarding(sort)), gives: .policy, .strategy,
      "the policy with \(Type.guarding(sort)) around \(place.inside)",
      example: "op(fails: 50%).retry(policy(attempts: 3).\(place.name)(\(sort.words.example)))"
    ) { policy, guarding in place.adding(.guarded(guarding), to: policy) }
  }

  @Table private static func hedges(_ place: LayerPlace) -> [Callable] {
    Callable(
      place.name, on: .policy, timedHedge("hedge"), gives: .policy, .strategy,
      "the policy with a hedge of \(place.inside): another starts beside one that takes longer",
      example:
        "op(latency: exponential(1s)).retry(policy(attempts: 3).\(place.name)(hedge: 200ms))"
    ) { place.adding(.hedged($1), to: $0) }
    Callable(
      place.name, on: .policy, .one("hedges", .int, "how many attempts may follow the first"),
      gives: .policy, .strategy,
      "the policy with so many hedges of \(place.inside), each only when one has failed",
      example: "op(fails: 50%).retry(policy(attempts: 3).\(place.name)(hedges: 2))"
    ) { policy, hedges throws(InvalidArgument) in
      place.adding(.hedged(try hedge(Hedge(after: nil, hedges: hedges))), to: policy)
    }
    Callable(
      place.name, on: .policy, percentileHedge, gives: .policy, .strategy,
      "the policy with a hedge of \(place.inside) after a percentile of the latest latencies",
      example:
        "op(latency: exponential(1s)).retry(policy(attempts: 3).\(place.name)(percentile: 95%, or: 1s))"
    ) { place.adding(.hedged($1), to: $0) }
  }
}
