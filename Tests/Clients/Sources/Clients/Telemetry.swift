public import Retry

/// Where lines of a log go.
public typealias LogSink = @Sendable (String) -> Void

/// What pipelines do, as lines of a log and as counts.
///
/// One object observes all pipelines of a program, and tells them apart by their names.
public final class Telemetry: Sendable {
  /// What is counted of a pipeline; each case is the name of a metric.
  public enum Counter: String, Sendable, CaseIterable {
    case calls, attempts, retries, failures, timeouts, refusals, hedges, fallbacks
    case openings = "breaker openings"
  }

  private let counts = Guarded<[String: [Counter: Int]]>([:])
  private let sink: LogSink

  /// Creates what writes its lines to a sink.
  public init(sink: @escaping LogSink = { print($0) }) {
    self.sink = sink
  }

  /// Returns how often something happened in the calls of a pipeline.
  public func count(_ counter: Counter, of pipeline: String) -> Int {
    counts.withLock { $0[pipeline]?[counter] ?? 0 }
  }

  /// What the pipelines report to.
  public var observer: PipelineObserver {
    { [self] event in
      count(event)
      log(event)
    }
  }

  private func count(_ event: PipelineEvent) {
    guard let name = event.pipeline else { return }
    counts.withLock { counts in
      var counted = counts[name, default: [:]]
      if let counter = Counter(event.kind) { counted[counter, default: 0] += 1 }
      counts[name] = counted
    }
  }

  /// Writes what somebody may want to know when reading the log of a bad day.
  private func log(_ event: PipelineEvent) {
    let level: String
    switch event.kind {
    case .started, .succeeded, .granted, .waiting, .won, .lost, .ended: return
    case .decided(.fail), .escaped, .refused, .breaker: level = "warning"
    default: level = "debug"
    }
    let request = event.tag.map { " [\($0)]" } ?? ""
    sink("\(level)\(request) \(event)")
  }
}

extension Telemetry.Counter {
  /// Creates what an event counts for, if it does for anything.
  init?(_ kind: PipelineEvent.Kind) {
    switch kind {
    case .started: self = .attempts
    case .ended: self = .calls
    case .decided(.retry): self = .retries
    case .failed: self = .failures
    case .timedOut: self = .timeouts
    case .refused: self = .refusals
    case .hedged: self = .hedges
    case .replaced: self = .fallbacks
    case .breaker(.open): self = .openings
    default: return nil
    }
  }
}

/// A client that is watched, and tells its figures to a health check.
public struct WatchedClient<C: Clock<Duration>>: Sendable {
  private let client: AnyPipeline<String>
  private let breaker: Breaker<C>
  private let bulkhead: Bulkhead<C>
  private let budget: SharedBudget<C>

  /// Creates a client with a name in the log.
  public init(_ name: String, telemetry: Telemetry, clock: C = ContinuousClock()) {
    let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.seconds(1)))
    budget = SharedBudget(.bucket(3), clock: clock)
    breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 4, opening: .init(.seconds(60))), clock: clock)
    bulkhead = Bulkhead(ConcurrencyLimit(8), clock: clock)
    client = AnyPipeline(
      Pipeline(
        Retrying(policy, budget: budget), breaker, bulkhead, Timeout(.seconds(2), clock: clock)
      ).observed(as: name, clock: clock, by: telemetry.observer))
  }

  /// Answers a request whose number is in the log.
  public func answer(
    request number: Int, _ body: @escaping @Sendable () async throws -> String
  ) async throws -> String {
    try await client.call(CallContext(tag: "request \(number)")) { _ in try await body() }
  }

  /// The figures of the strategies in a line, such as for a page of a health check.
  public var health: String {
    "breaker \(breaker.status), \(bulkhead.running) of \(bulkhead.limit) running, "
      + "\(bulkhead.waiting) waiting, \(budget.balance) retries left"
  }
}
