import Retry
import RetryNumerics
import Testing

@Suite("Limits")
struct LimitTests {
  /// A limiter, and the wait or the refusal that calls at times in milliseconds meet.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let limiter: RateLimiter
    /// When a call comes, and how long it waits; a negative number is a refusal for so long.
    let calls: [(Int, Int)]
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "a bucket without a burst", limiter: .tokenBucket(10, per: .seconds(1)),
      calls: [(0, 0), (0, -100), (50, -50), (100, 0), (1000, 0), (1000, -100)]),
    Row(
      name: "a bucket with a burst", limiter: .tokenBucket(10, per: .seconds(1), burst: 3),
      calls: [
        (0, 0), (0, 0), (0, 0), (0, -100), (100, 0), (100, -100), (1000, 0), (1000, 0), (1000, 0),
        (1000, -100),
      ]),
    Row(
      name: "a bucket that lets calls wait",
      limiter: .tokenBucket(10, per: .seconds(1), maximumWait: .milliseconds(200)),
      calls: [(0, 0), (0, 100), (0, 200), (0, -300), (100, 200), (200, 200), (250, -250)]),
    Row(
      name: "a sliding window", limiter: .slidingWindow(2, per: .seconds(1)),
      calls: [(0, 0), (900, 0), (950, -50), (999, -1), (1000, 0), (1001, -899), (1900, 0)]),
    Row(
      name: "a sliding window that lets calls wait",
      limiter: .slidingWindow(2, per: .seconds(1), maximumWait: .milliseconds(1000)),
      calls: [(0, 0), (100, 0), (100, 900), (100, 1000), (100, -1900), (2000, 0)]),
  ]

  @Test("a limiter lets calls start, wait or fail as its settings say", arguments: rows)
  func table(row: Row) {
    var state = RateLimiter.State(row.limiter)
    for (index, (now, wait)) in row.calls.enumerated() {
      switch state.admit(at: Duration.milliseconds(now)) {
      case .success(let span): #expect(span == .milliseconds(wait), "call \(index)")
      case .failure(let refusal):
        #expect(refusal.retryAfter == .milliseconds(-wait), "call \(index)")
      }
    }
  }

  static let limiters: [RateLimiter] = [
    .tokenBucket(7, per: .seconds(1), burst: 4, maximumWait: .milliseconds(500)),
    .slidingWindow(7, per: .seconds(1)),
    .slidingWindow(7, per: .seconds(1), maximumWait: .milliseconds(700)),
  ]

  @Test("no span ever holds more starts than allowed, over many seeds", arguments: limiters)
  func rate(limiter: RateLimiter) {
    // A bucket holds its burst besides what flows in.
    let most = limiter.description.contains("burst") ? limiter.calls + limiter.burst : limiter.calls
    for seed in 0..<200 {
      var generator = SplitMix64(seed: UInt64(seed))
      var state = RateLimiter.State(limiter)
      var (now, starts) = (Duration.zero, [Duration]())
      for _ in 0..<200 {
        now += .milliseconds(Int.random(in: 0...120, using: &generator))
        if case .success(let wait) = state.admit(at: now) { starts.append(now + wait) }
      }
      for start in starts {
        #expect(starts.count { $0 >= start && $0 < start + .seconds(1) } <= most)
      }
      #expect(starts == starts.sorted())
    }
  }

  @Test("calls run up to the limit, wait in turn, and are refused beyond the queue")
  func queue() throws {
    var state = ConcurrencyLimit.State(
      ConcurrencyLimit(2, queue: 2, maximumWait: .seconds(5)))
    for _ in 0..<2 {
      let turn = try state.arrive(at: Duration.zero).get()
      #expect(turn == .run)
    }
    guard case .wait(let first) = try state.arrive(at: Duration.seconds(1)).get(),
      case .wait(let second) = try state.arrive(at: Duration.seconds(2)).get()
    else {
      Issue.record("no room in the queue")
      return
    }
    guard case .failure(let refusal) = state.arrive(at: Duration.seconds(2)) else {
      Issue.record("overfull")
      return
    }
    #expect(refusal.description == "the concurrency limit is full")
    let next = state.leave()
    #expect(next == first && state.running == 2)
    let isAbandoned = state.abandon(first)
    #expect(!isAbandoned)
    let early = state.expire(at: Duration.seconds(6))
    #expect(early == [] && state.nextExpiry == Nanoseconds(7_000_000_000))
    let late = state.expire(at: Duration.seconds(7))
    #expect(late == [second])
    for _ in 0..<2 {
      let nobody = state.leave()
      #expect(nobody == nil)
    }
    #expect(state.running == 0)
  }

  @Test("a limit adapts: one more after a good call in use, a tenth less after a bad one")
  func adaptation() throws {
    var state = ConcurrencyLimit.State(
      ConcurrencyLimit(10, adapting: .init(in: 2...12, slow: .seconds(1))))
    for _ in 0..<5 { _ = state.arrive(at: Duration.zero) }
    let events: [(CallOutcome, Duration, Int)] = [
      (.success, .zero, 11), (.success, .zero, 11), (.failure, .zero, 9), (.success, .zero, 10),
      (.success, .seconds(1), 9), (.ignored, .seconds(9), 9), (.success, .zero, 10),
    ]
    for (outcome, span, limit) in events {
      state.record(outcome, took: span)
      #expect(state.limit == limit)
    }
    for _ in 0..<50 { state.record(.failure, took: Duration.zero) }
    #expect(state.limit == 2)
    for _ in 0..<50 { state.record(.success, took: Duration.zero) }
    #expect(state.limit == 11)
  }

  @Test("a limit is never overfull, and nobody is lost, over many seeds")
  func bulkhead() {
    for seed in 0..<300 {
      var generator = SplitMix64(seed: UInt64(seed))
      let limit = ConcurrencyLimit(
        3, queue: 4, maximumWait: .seconds(2),
        adapting: seed.isMultiple(of: 2) ? .init(in: 1...5) : nil)
      var state = ConcurrencyLimit.State(limit)
      var (now, running, waiting) = (Duration.zero, 0, [ConcurrencyLimit.Ticket]())
      for _ in 0..<300 {
        now += .milliseconds(Int.random(in: 0...500, using: &generator))
        let late = state.expire(at: now)
        waiting.removeAll { late.contains($0) }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where running > 0:
          state.record(Bool.random(using: &generator) ? .success : .failure, took: Duration.zero)
          running -= 1
          var next = state.leave()
          while let ticket = next {
            let first = waiting.removeFirst()
            #expect(first == ticket)
            running += 1
            next = state.next()
          }
        case 1 where !waiting.isEmpty:
          let place = Int.random(in: waiting.indices, using: &generator)
          let isAbandoned = state.abandon(waiting.remove(at: place))
          #expect(isAbandoned)
        default:
          let hasRoom = running < state.limit
          switch state.arrive(at: now) {
          case .success(.run):
            #expect(hasRoom)
            running += 1
          case .success(.wait(let ticket)): waiting.append(ticket)
          case .failure: #expect(waiting.count == 4)
          }
        }
        #expect(state.running == running && running <= 5)
        #expect(state.waiting == waiting.count && waiting.count <= 4)
      }
    }
  }
}
