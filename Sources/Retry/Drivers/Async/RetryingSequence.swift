import RetryNumerics

/// A sequence that begins anew after a failure, under a policy that counts from the last element.
///
/// Progress is what the policy is about: an element ends the run of failures, so that attempts, delays and the deadline
/// begin anew. The closure is told the last element, so that it need not begin at the start:
///
/// ```swift
/// struct Lost: Error {}
/// @Sendable func events(after last: Int) -> AsyncThrowingStream<Int, any Error> {
///   AsyncThrowingStream { stream in
///     stream.yield(last + 1)
///     stream.finish(throwing: last < 2 ? Lost() : nil)
///   }
/// }
/// let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.milliseconds(1)))
/// let all = RetryingSequence(policy) { last in events(after: last ?? 0) }
/// for try await event in all { print(event) }  // 1, 2, 3
/// ```
public struct RetryingSequence<Base: AsyncSequence, C: Clock<Duration>>: AsyncSequence
where Base.Element: Sendable {
  /// An element of the sequence.
  public typealias Element = Base.Element
  /// Makes the sequence after an element; `nil` at the start.
  public typealias Make = @Sendable (Element?) async throws -> Base

  let policy: RetryPolicy<any Error>
  let clock: C
  let observer: RetryObserver<any Error>?
  let make: Make

  /// Creates a sequence from what makes it after an element, which may fail as well.
  public init(
    _ policy: RetryPolicy<any Error>, clock: C = ContinuousClock(),
    observer: RetryObserver<any Error>? = nil, from make: @escaping Make
  ) {
    (self.policy, self.clock, self.observer, self.make) = (policy, clock, observer, make)
  }

  /// Returns what makes the elements, one after the other.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Makes the elements, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequence: RetryingSequence
    private var base: Base.AsyncIterator?
    private var last: Element?
    /// The failures since the last element, if there are any.
    private var run: (call: RetryCall<any Error, SystemRandomNumberGenerator>, watch: Stopwatch<C>)?
    private var isOver = false

    init(_ sequence: RetryingSequence) { self.sequence = sequence }

    /// Returns the next element, or throws the error after which the policy makes no other attempt.
    public mutating func next() async throws -> Element? {
      try await next(isolation: nil)
    }

    /// Returns the next element, or throws the error after which the policy makes no other attempt.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Element? {
      while !isOver {
        do {
          let element = try await advance(isolation: actor)
          run?.call.succeed(elapsed: run?.watch.elapsed ?? .zero)
          run = nil
          last = element ?? last
          isOver = element == nil
          return element
        } catch {
          base = nil
          if let end = await settle(error, isolation: actor) {
            isOver = true
            throw end.underlying
          }
        }
      }
      return nil
    }

    /// Returns the next element of the sequence that is under way, or of one that begins.
    private mutating func advance(isolation actor: isolated (any Actor)?) async throws -> Element? {
      var iterator: Base.AsyncIterator
      if let base {
        iterator = base
      } else {
        iterator = try await sequence.make(last).makeAsyncIterator()
      }
      defer { base = iterator }
      return try await iterator.next(isolation: actor)
    }

    /// Waits before another attempt, or returns how the call ends.
    private mutating func settle(
      _ error: any Error, isolation actor: isolated (any Actor)?
    ) async -> RetryFailure<any Error>? {
      var (call, watch) = run ?? begun()
      let thrown = Thrown<any Error>(of: error) ?? Thrown(error)
      let end = await call.settle(
        thrown, stopwatch: watch, tolerance: nil, isolation: actor, ask: { _ in .cancel })
      let refusal = end ?? call.begin(elapsed: watch.elapsed, isCancelled: Task.isCancelled)
      run = (call, watch)
      return refusal
    }

    /// Begins to count failures; the attempt that failed is the first.
    private func begun() -> (
      call: RetryCall<any Error, SystemRandomNumberGenerator>, watch: Stopwatch<C>
    ) {
      var call = RetryCall(
        policy: sequence.policy, generator: SystemRandomNumberGenerator(),
        observer: sequence.observer)
      call.attempt = 1
      return (call, Stopwatch(sequence.clock, isNeeded: true))
    }
  }
}

extension RetryingSequence: Sendable where Base: Sendable {}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a sequence that begins this one anew after a failure, under a policy that counts from the last element.
  ///
  /// It begins at the start each time, so this is for sequences that go on from where they are, as notifications do, or
  /// whose elements may come twice. ``RetryingSequence`` makes one that goes on after the last element.
  ///
  /// ```swift
  /// let numbers = AsyncThrowingStream<Int, any Error> { $0.finish() }
  /// let policy = RetryPolicy<any Error>(attempts: 3)
  /// for try await number in numbers.retrying(policy) { print(number) }
  /// ```
  public func retrying<C: Clock<Duration>>(
    _ policy: RetryPolicy<any Error>, clock: C = ContinuousClock(),
    observer: RetryObserver<any Error>? = nil
  ) -> RetryingSequence<Self, C> {
    RetryingSequence(policy, clock: clock, observer: observer) { _ in self }
  }
}
