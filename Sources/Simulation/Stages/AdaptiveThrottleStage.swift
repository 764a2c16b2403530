import RetryNumerics
import VirtualTime

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
    run.actors[actor].count &+= 1
    var draws = run.actors.draws(of: actor, in: run.number, for: .attempt)
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

/// The recent requests and accepts of a throttle.
final class ThrottleMemory {
  /// The number of parts of the window, the oldest of which is dropped as a whole.
  private static let parts: Int64 = 16

  private let part: Int64
  private var counts: [(requests: Double, accepts: Double)]
  private var requests = 0.0
  private var accepts = 0.0
  /// The number of the current part, counted from the start of time.
  private var present: Int64 = 0

  /// Creates a memory for a window.
  init(window: Nanoseconds) {
    part = max(window.count / Self.parts, 1)
    counts = Array(repeating: (0, 0), count: Int(Self.parts))
  }

  /// Records a request; returns the number of earlier requests and accepts.
  func ask(at now: Instant) -> (requests: Double, accepts: Double) {
    forget(before: now)
    defer {
      requests += 1
      counts[Int(present % Self.parts)].requests += 1
    }
    return (requests, accepts)
  }

  /// Records an accepted request.
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

  /// Clears the memory.
  func restart(at number: Int64 = 0) {
    (requests, accepts, present) = (0, 0, number)
    for index in counts.indices { counts[index] = (0, 0) }
  }
}
