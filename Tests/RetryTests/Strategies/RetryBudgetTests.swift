import Testing

@testable import Retry

@Suite("Retry budgets")
struct RetryBudgetTests {
  /// An answer of a service, and what the budget says to it.
  enum Step: Sendable {
    /// An error; the retry is granted, and the tokens are then so many.
    case retry(RetryBudget.Cause, Double)
    /// An error; the retry is refused.
    case refused(RetryBudget.Cause, Double)
    /// An error after the last attempt.
    case failure(Double)
    /// A success.
    case success(Double)
  }

  /// A row of a published table: calls that share a budget, each with the answers that it meets.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var capacity = 500
    var isOld = false
    let calls: [[Step]]
    var testDescription: String { name }
  }

  static let new: [Row] = [
    Row(
      name: "1", calls: [[.retry(.transient, 486), .retry(.transient, 472), .success(486)]]),
    Row(
      name: "2", calls: [[.retry(.transient, 486), .retry(.transient, 472), .failure(472)]]),
    Row(
      name: "3", capacity: 14, calls: [[.retry(.transient, 0), .refused(.transient, 0)]]),
    Row(name: "4", capacity: 0, calls: [[.refused(.transient, 0)]]),
    Row(
      name: "5",
      calls: [
        [
          .retry(.transient, 486), .retry(.transient, 472), .retry(.transient, 458),
          .retry(.transient, 444), .failure(444),
        ]
      ]),
    Row(
      name: "7", capacity: 20, calls: [[.retry(.transient, 6), .refused(.transient, 6)]]),
    Row(name: "8", calls: [[.retry(.throttling, 495), .success(500)]]),
    Row(
      name: "14", capacity: 30,
      calls: [
        [.retry(.transient, 16), .retry(.transient, 2), .success(16)],
        [.retry(.transient, 2), .success(16)],
      ]),
    Row(
      name: "a success adds one", capacity: 30,
      calls: [[.retry(.transient, 16), .failure(16)], [.success(17)]]),
  ]

  static let old: [Row] = [
    Row(
      name: "2.0 (1)", isOld: true,
      calls: [[.retry(.transient, 495), .retry(.transient, 490), .success(495)]]),
    Row(
      name: "2.0 (2)", isOld: true,
      calls: [[.retry(.transient, 495), .retry(.transient, 490), .failure(490)]]),
    Row(
      name: "2.0 (3)", capacity: 5, isOld: true,
      calls: [[.retry(.transient, 0), .refused(.transient, 0)]]),
    Row(name: "2.0 (4)", capacity: 0, isOld: true, calls: [[.refused(.transient, 0)]]),
    Row(
      name: "2.0, a timeout costs ten", isOld: true,
      calls: [[.retry(.timeout, 490), .success(500)]]),
  ]

  @Test("the quota of the AWS SDKs does as published", arguments: new + old)
  func tokens(row: Row) throws {
    // The capacity stays 500; what a row begins with is what is left of it.
    var state = RetryBudget.State(
      .tokens(
        capacity: 500, cost: row.isOld ? 5 : 14, throttlingCost: 5,
        timeoutCost: row.isOld ? 10 : nil))
    state.tokens = Int64(row.capacity)
    for call in row.calls {
      state.callStarted(at: .zero)
      var grant: RetryBudget.Grant?
      for step in call {
        switch step {
        case .success(let left):
          state.attemptEnded(.success, grant: grant)
          #expect(state.balance == left)
        case .failure(let left):
          state.attemptEnded(.failure, grant: grant)
          #expect(state.balance == left)
        case .retry(let cause, let left):
          state.attemptEnded(.failure, grant: grant)
          grant = try state.grant(after: cause, at: .zero).get()
          #expect(state.balance == left)
        case .refused(let cause, let left):
          state.attemptEnded(.failure, grant: grant)
          #expect(throws: StrategyRefusal.self) { try state.grant(after: cause, at: .zero).get() }
          #expect(state.balance == left)
        }
      }
      state.callEnded()
    }
  }

  @Test("two calls at once each return what they took last, as published (15)")
  func interleaved() throws {
    var state = RetryBudget.State(.tokens())
    func retry() throws -> RetryBudget.Grant {
      state.attemptEnded(.failure, grant: nil)
      return try state.grant(after: .transient, at: .zero).get()
    }
    _ = try retry()
    #expect(state.balance == 486)
    let first = try retry()
    #expect(state.balance == 472)
    let second = try retry()
    #expect(state.balance == 458)
    state.attemptEnded(.success, grant: second)
    #expect(state.balance == 472)
    state.attemptEnded(.success, grant: first)
    #expect(state.balance == 486)
  }

  /// Fails an attempt, and returns the tokens and whether a retry is allowed.
  private func fail(_ state: inout RetryBudget.State) -> (Double, Bool) {
    state.attemptEnded(.failure, grant: nil)
    var copy = state
    if case .success = copy.grant(at: .zero) { return (state.balance, true) }
    return (state.balance, false)
  }

  @Test("the throttle of gRPC allows retries above half of its tokens")
  func throttle() {
    var state = RetryBudget.State(.throttle(maximumTokens: 10, tokenRatio: 0.1))
    for (left, isAllowed) in [(9.0, true), (8, true), (7, true), (6, true), (5, false), (4, false)]
    {
      #expect(fail(&state) == (left, isAllowed))
    }
    for _ in 0..<10 { _ = fail(&state) }
    #expect(state.balance == 0)
    for left in [0.1, 0.2, 0.3] {
      state.attemptEnded(.success, grant: nil)
      #expect(state.balance == left)
    }
    for _ in 0..<200 { state.attemptEnded(.success, grant: nil) }
    #expect(state.balance == 10)
  }

  @Test("the throttle of grpc-java: three is permitted of four, two is not, and 2.6 is again")
  func javaThrottle() {
    var state = RetryBudget.State(.throttle(maximumTokens: 4, tokenRatio: 0.8))
    #expect(fail(&state) == (3, true))
    #expect(fail(&state) == (2, false))
    #expect(fail(&state) == (1, false))
    for (left, isAllowed) in [(1.8, false), (2.6, true), (3.4, true), (4, true), (4, true)] {
      state.attemptEnded(.success, grant: nil)
      var copy = state
      let isGranted = if case .success = copy.grant(at: .zero) { true } else { false }
      #expect((state.balance, isGranted) == (left, isAllowed))
    }
    for expected in [(3.0, true), (2, false), (1, false), (0, false), (0, false)] {
      #expect(fail(&state) == expected)
    }
  }

  @Test("a token ratio keeps three decimals")
  func decimals() {
    var state = RetryBudget.State(.throttle(maximumTokens: 10, tokenRatio: 0.1239))
    for _ in 0..<10 { _ = fail(&state) }
    state.attemptEnded(.success, grant: nil)
    #expect(state.balance == 0.123)
  }

  /// Returns how many retries are granted at a time.
  private func drain(_ state: inout RetryBudget.State, at now: Duration, most: Int = 50_000) -> Int
  {
    var count = 0
    while count < most, case .success = state.grant(at: now) { count += 1 }
    return count
  }

  @Test(
    "Finagle's budget allows its ratio of 10,000 requests and its reserve",
    arguments: [0.1, 0.5, 0.25, 0.75, 0.99, 0.999, 0.9999, 0.0001, 2])
  func ratio(ratio: Double) {
    var state = RetryBudget.State(.ratio(ratio, minimumPerSecond: 10, window: .seconds(10)))
    #expect(state.balance == 100)
    for _ in 0..<10_000 { state.callStarted(at: .zero) }
    let allowed = drain(&state, at: .zero)
    // Finagle allows this much for rounding a withdrawal to a thousandth.
    #expect(abs(Double(allowed) - (ratio * 10_000 + 100)) <= max(1, ratio * 10))
  }

  @Test("an empty budget refuses all, and a reserve allows so many per window")
  func reserve() {
    var empty = RetryBudget.State(.ratio(1, minimumPerSecond: 0, window: .seconds(1)))
    #expect(drain(&empty, at: .zero) == 0)
    var five = RetryBudget.State(.ratio(1, minimumPerSecond: 5, window: .seconds(1)))
    #expect(drain(&five, at: .zero) == 5)
    #expect(drain(&five, at: .milliseconds(900)) == 0)
    #expect(drain(&five, at: .seconds(1)) == 5)
    var floor = RetryBudget.State(.ratio(0, minimumPerSecond: 2, window: .seconds(1)))
    for _ in 0..<100 { floor.callStarted(at: .zero) }
    #expect(drain(&floor, at: .zero) == 2)
  }

  @Test("deposits expire as in tower's tests")
  func expiry() {
    var leaky = RetryBudget.State(.ratio(1, minimumPerSecond: 0, window: .seconds(1)))
    leaky.callStarted(at: .zero)
    #expect(drain(&leaky, at: .seconds(3)) == 0)

    var slots = RetryBudget.State(.ratio(0.5, minimumPerSecond: 0, window: .seconds(1)))
    slots.callStarted(at: .zero)
    slots.callStarted(at: .zero)
    #expect(drain(&slots, at: .milliseconds(901)) == 1)
    slots.callStarted(at: .milliseconds(2902))
    slots.callStarted(at: .milliseconds(3203))
    slots.callStarted(at: .milliseconds(4004))
    #expect(drain(&slots, at: .milliseconds(4004)) == 1)
  }

  @Test("a refusal tells until when, and a retry is allowed then and not before")
  func until() throws {
    var state = RetryBudget.State(.ratio(0.5, minimumPerSecond: 1, window: .seconds(1)))
    _ = try state.grant(at: .milliseconds(250)).get()
    guard case .failure(let refusal) = state.grant(at: .milliseconds(400)) else {
      Issue.record("granted")
      return
    }
    #expect(refusal.strategy == .budget)
    #expect(refusal.reason == .exhausted)
    #expect(refusal.retryAfter == .milliseconds(800))
    #expect(refusal.description == "the retry budget is exhausted for another 800 ms")
    #expect(drain(&state, at: .milliseconds(1199)) == 0)
    #expect(drain(&state, at: .milliseconds(1200)) == 1)
  }

  @Test("Envoy's share is of the calls in flight, with a minimum")
  func share() throws {
    var state = RetryBudget.State(.share(0.2, minimum: 3))
    #expect(drain(&state, at: .zero) == 3)
    for _ in 0..<20 { state.callStarted(at: .zero) }
    #expect(drain(&state, at: .zero) == 1)
    let other = try #require(
      {
        var full = RetryBudget.State(.share(0.2, minimum: 3))
        return try? full.grant(at: .zero).get()
      }())
    state.attemptEnded(.failure, grant: other)
    #expect(drain(&state, at: .zero) == 1)
    for _ in 0..<20 { state.callEnded() }
    state.attemptEnded(.success, grant: other)
    #expect(drain(&state, at: .zero) == 0)
  }

  static let budgets: [RetryBudget] = [
    .ratio(0.1, minimumPerSecond: 3), .ratio(0.25, minimumPerSecond: 0, window: .seconds(1)),
    .tokens(capacity: 40), .throttle(), .share(0.1, minimum: 2),
  ]

  @Test("nothing is ever overspent, over many seeds", arguments: budgets)
  func invariant(budget: RetryBudget) {
    for seed in 0..<200 {
      var generator = SplitMix64(seed: UInt64(seed))
      var state = RetryBudget.State(budget)
      var now = Duration.zero
      var running: [RetryBudget.Grant] = []
      for _ in 0..<300 {
        now += .milliseconds(Int.random(in: 0...200, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: state.callStarted(at: now)
        case 1: state.callEnded()
        case 2:
          let outcome: CallOutcome = Bool.random(using: &generator) ? .success : .failure
          state.attemptEnded(outcome, grant: running.popLast())
        default:
          let before = state.balance
          if case .success(let grant) = state.grant(at: now) { running.append(grant) }
          #expect(state.balance <= before || budget.description.hasPrefix("ratio"))
        }
        #expect(state.balance >= 0)
        #expect(state.retries == running.count)
      }
    }
  }

  @Test("settings are brought into their ranges")
  func ranges() {
    #expect(
      "\(RetryBudget.ratio(.nan, minimumPerSecond: -1, window: .seconds(-1)))"
        == "ratio(0, minimumPerSecond: 0, window: 1ms)")
    #expect(
      "\(RetryBudget.tokens(capacity: -1, cost: -2, throttlingCost: -3, credit: -4))"
        == "tokens(capacity: 0, cost: 0, throttlingCost: 0, timeoutCost: 0, credit: 0)")
    #expect(
      "\(RetryBudget.throttle(maximumTokens: 2000, tokenRatio: -1))"
        == "throttle(maximumTokens: 1000, tokenRatio: 0)")
    #expect("\(RetryBudget.share(-1, minimum: -1))" == "share(0, minimum: 0)")
  }

  @Test("A floor too high to be counted grants every retry", arguments: [1e6, .infinity])
  func endlessFloor(minimum: Double) throws {
    let budget = RetryBudget.ratio(1e-6, minimumPerSecond: minimum, window: .seconds(86_400))
    var state = RetryBudget.State(budget)
    for second in 0..<1000 {
      let now = Duration.seconds(100 * second)
      state.callStarted(at: now)
      _ = try state.grant(at: now).get()
      #expect(state.balance > 4e9)
    }
  }
}
