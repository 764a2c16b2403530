public import Retry

/// A warehouse that answers slowly, and not always.
public protocol Warehouse: Sendable {
  /// Returns how many of an article there are.
  func count(of article: Int) async throws -> Int
}

/// The error of an article whose count makes no sense.
public struct ImpossibleCount: Error, Hashable {
  /// The article that was counted.
  public let article: Int

  /// Creates the error of an article.
  public init(article: Int) { self.article = article }
}

/// An inventory whose calls share one bulkhead and one breaker, and change its state in place.
///
/// No layer needs child tasks. So operations and judges run on the actor, and need not be sendable.
public actor Inventory<C: Clock<Duration>> {
  private typealias Layers = Layered<Retrying<C>, Layered<Breaker<C>, Bulkhead<C>>>

  /// What the inventory has counted of its own calls.
  public struct Tally: Hashable, Sendable {
    /// The calls that returned a count.
    public var answered = 0
    /// The calls that threw an error.
    public var failed = 0
    /// The calls that a strategy refused.
    public var refused = 0
    /// The requests to the warehouse, retries included.
    public var requests = 0
    /// The counts that a judge turned into errors.
    public var impossible = 0
    /// The most requests that ever ran at once.
    public var mostAtOnce = 0
  }

  /// What was counted up to now.
  public private(set) var tally = Tally()
  /// The latest count of each article.
  public private(set) var counts: [Int: Int] = [:]

  private let warehouse: any Warehouse
  private let client: Pipeline<Layers>
  private let bulkhead: Bulkhead<C>
  private let breaker: Breaker<C>
  private var running = 0

  /// Creates an inventory that asks a warehouse a number of things at once.
  public init(
    _ warehouse: any Warehouse, limit: ConcurrencyLimit, breaker settings: CircuitBreaker,
    clock: C = ContinuousClock()
  ) {
    let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.milliseconds(100)))
    self.warehouse = warehouse
    bulkhead = Bulkhead(limit, clock: clock)
    breaker = Breaker(settings, clock: clock)
    client = Pipeline(Retrying(policy, clock: clock), breaker, bulkhead)
  }

  /// Returns how many of an article there are, and keeps the count.
  @discardableResult
  public func count(of article: Int) async throws -> Int {
    do {
      let count = try await client.call(judging: { count in judge(count, of: article) }) { _ in
        try await ask(for: article)
      }
      tally.answered += 1
      counts[article] = count
      return count
    } catch {
      tally.failed += 1
      if error is StrategyRefusal { tally.refused += 1 }
      throw error
    }
  }

  /// The figures of the strategies at this moment.
  public var load: (running: Int, waiting: Int, breaker: CircuitBreaker.Status) {
    (bulkhead.running, bulkhead.waiting, breaker.status)
  }

  /// Makes a request, and counts it on the actor before and after the wait.
  private func ask(for article: Int) async throws -> Int {
    tally.requests += 1
    running += 1
    tally.mostAtOnce = max(tally.mostAtOnce, running)
    defer { running -= 1 }
    return try await warehouse.count(of: article)
  }

  /// Says what is wrong with a count, and remembers that.
  private func judge(_ count: Int, of article: Int) -> (any Error)? {
    guard count < 0 else { return nil }
    tally.impossible += 1
    return ImpossibleCount(article: article)
  }
}
