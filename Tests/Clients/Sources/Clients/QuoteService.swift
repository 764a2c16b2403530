public import Retry

/// What goes wrong with the exchange.
public enum QuoteError: Error, Hashable {
  case busy
  case unknownSymbol
}

/// An exchange that tells prices.
public protocol Exchange: Sendable {
  /// Returns the price of a share in cents.
  func price(of symbol: String) async throws(QuoteError) -> Int
}

/// A service that tells prices, and whose time and chance are those of its maker.
///
/// A program leaves both out. A test passes a virtual clock and a generator with a seed, and knows
/// when each attempt is made.
public struct QuoteService<C: Clock<Duration>, G: RandomNumberGenerator & Sendable>: Sendable {
  /// When an attempt began, for whoever watches the service.
  public typealias Watch = @Sendable (_ attempt: Int, _ elapsed: Duration) -> Void

  /// The policy of all calls.
  public static var policy: RetryPolicy<QuoteError> {
    RetryPolicy(
      attempts: 5, backoff: .exponential(initial: .seconds(1)).maximum(.seconds(5)).equalJitter(),
      on: { $0 != .unknownSymbol }, deadline: .seconds(20))
  }

  private let exchange: any Exchange
  private let policy: RetryPolicy<QuoteError>
  private let clock: C
  private let generator: G
  private let watch: Watch

  /// Creates a service of an exchange.
  ///
  /// Each call begins with a copy of the generator.
  public init(
    exchange: any Exchange, policy: RetryPolicy<QuoteError> = QuoteService.policy,
    clock: C = ContinuousClock(), using generator: G = SystemRandomNumberGenerator(),
    watch: @escaping Watch = { _, _ in }
  ) {
    (self.exchange, self.policy, self.watch) = (exchange, policy, watch)
    (self.clock, self.generator) = (clock, generator)
  }

  /// Returns the price of a share in cents.
  public func price(of symbol: String) async throws(RetryFailure<QuoteError>) -> Int {
    try await policy.run(clock: clock, using: generator, observer: observer) {
      () throws(QuoteError) in try await exchange.price(of: symbol)
    }
  }

  /// Returns the prices of shares that are all asked for at once; one that has none is left out.
  public func prices(of symbols: [String]) async -> [String: Int] {
    await withTaskGroup(of: (String, Int?).self) { group in
      for symbol in symbols {
        group.addTask { (symbol, try? await price(of: symbol)) }
      }
      return await group.reduce(into: [:]) { prices, quote in prices[quote.0] = quote.1 }
    }
  }

  /// What tells the watch when attempts begin.
  private var observer: RetryObserver<QuoteError> {
    { [watch] event in
      if case .started = event.kind { watch(event.attempt, event.elapsed) }
    }
  }
}
