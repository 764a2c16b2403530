import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Clients in closed loops that share one server, with 180 slots for a thousand of them: they think Exp(1 s); service
/// takes Exp(100 ms) and fails half the time; attempts time out after 300 ms and are retried as in workload A.
enum WorkloadB {
  /// The load, for a duration.
  static func load(clients: Int, seconds: Int64) throws -> Load {
    let server = try Server(
      "server", slots: max(clients * 180 / 1000, 1), service: .exponential(mean: ms(100)),
      abandoned: .dropped)
    let fetch = Source.operation(
      try Operation("fetch", faults: .rates(FaultRates(0.5)), on: .server(server)))
    let backoff = Backoff.exponential(factor: 2, initial: ms(100).duration).fullJitter()
    let call = fetch.timeout(ms(300)).retry(
      RetryStrategy(rules: RetryRules(attempts: 4, backoff: backoff)))
    let think = try Distribution.exponential(mean: ms(1000))
    return try Load(call, .closed(clients: clients, think: think), for: ms(1000) * seconds)
  }

  private static func ms(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }
}
