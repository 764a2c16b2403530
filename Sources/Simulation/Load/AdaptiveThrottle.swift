package import RetryNumerics
package import VirtualTime

extension Source {
  /// The error of calls that are rejected on the spot.
  package static let throttled = Fault("throttled")

  /// Returns the source behind a throttle that remembers so long, and lets k times as much pass as is accepted.
  package func adaptiveThrottle(
    k: Double, window: Nanoseconds
  ) throws(InvalidArgument) -> Source {
    Source(.adaptiveThrottle(try AdaptiveThrottle(k: k, window: window)), on: [self])
  }
}

/// A throttle that learns: the fewer requests succeed, the more are rejected on the spot.
///
/// Of the requests and the successes of a while, those of all calls together, it rejects the next request with the
/// probability max(0, (requests - k · accepts) / (requests + 1)); rejected ones count as requests. So no more than
/// k times as much is sent as is accepted (Beyer et al., Site Reliability Engineering, 2016, chapter 21).
package struct AdaptiveThrottle: Sendable {
  /// How many times as much is sent as is accepted.
  let k: Double
  /// How far back it looks.
  let window: Nanoseconds
  /// Which one it is, of those that are written alike.
  let identity = ThrottleIdentity()

  /// Creates a throttle, which remembers nothing yet.
  package init(k: Double, window: Nanoseconds) throws(InvalidArgument) {
    guard k >= 1, k.isFinite else {
      throw InvalidArgument(name: "k", value: "\(k)", requirement: "must be 1 at least")
    }
    guard window > .zero else {
      throw InvalidArgument(name: "window", value: "\(window)", requirement: "must be more than 0s")
    }
    self.k = k
    self.window = window
  }
}

final class AdaptiveThrottleStage: UnaryStage {
  private let actor: Int
  private let k: Double
  private let memory: ThrottleMemory

  init(_ upstream: Stage, actor: Int, _ throttle: AdaptiveThrottle, _ memory: ThrottleMemory) {
    self.actor = actor
    k = throttle.k
    self.memory = memory
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    run.cast[actor].count &+= 1
    var draws = run.cast.draws(of: actor, in: run.number, for: .attempt)
    let luck = draws.unit()
    let (requests, accepts) = memory.ask(at: run.now)
    if luck < (requests - k * accepts) / (requests + 1) {
      finish(.failed(Source.throttled), &run)
    } else {
      upstream.subscribe(&run)
    }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if case .completed = signal { memory.accept(at: run.now) }
    forward(signal, &run)
  }
}

/// Which throttle it is, of those that are written alike.
final class ThrottleIdentity: Sendable {}

/// The requests of the last while, and those that succeeded.
final class ThrottleMemory {
  /// The parts of the while, of which the oldest is forgotten as a whole.
  private static let parts: Int64 = 16

  private let part: Int64
  private var counts: [(requests: Double, accepts: Double)]
  private var requests = 0.0
  private var accepts = 0.0
  /// The number of the present part, counted from the start of time.
  private var present: Int64 = 0

  /// Creates a memory that goes back so far.
  init(window: Nanoseconds) {
    part = max(window.count / Self.parts, 1)
    counts = Array(repeating: (0, 0), count: Int(Self.parts))
  }

  /// Takes note of a request; returns how many there were before it, and how many of them succeeded.
  func ask(at now: Instant) -> (requests: Double, accepts: Double) {
    forget(before: now)
    defer {
      requests += 1
      counts[Int(present % Self.parts)].requests += 1
    }
    return (requests, accepts)
  }

  /// Takes note that a request has succeeded.
  func accept(at now: Instant) {
    forget(before: now)
    accepts += 1
    counts[Int(present % Self.parts)].accepts += 1
  }

  private func forget(before now: Instant) {
    let number = now.sinceStart.count / part
    if number - present >= Self.parts { return restart(at: number) }
    while present < number {
      present += 1
      let old = counts[Int(present % Self.parts)]
      requests -= old.requests
      accepts -= old.accepts
      counts[Int(present % Self.parts)] = (0, 0)
    }
  }

  /// Forgets everything.
  func restart(at number: Int64 = 0) {
    (requests, accepts, present) = (0, 0, number)
    for index in counts.indices { counts[index] = (0, 0) }
  }
}
