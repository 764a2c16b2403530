import Retry
import RetryNumerics
import VirtualTime

final class AdaptiveThrottleStage: UnaryStage {
  private let actor: Int
  private let throttle: RunningThrottle

  init(_ upstream: Stage, actor: Int, _ throttle: RunningThrottle) {
    self.actor = actor
    self.throttle = throttle
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    run.actors[actor].count &+= 1
    var draws = run.actors.draws(of: actor, in: run.number, for: .attempt)
    if case .failure = throttle.state.request(at: run.now.sinceStart, using: &draws) {
      finish(.failed(Source.throttled), &run)
    } else {
      upstream.subscribe(&run)
    }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if case .completed = signal { throttle.state.accept(at: run.now.sinceStart) }
    forward(signal, &run)
  }
}

/// The throttle that the calls of a run share.
final class RunningThrottle {
  fileprivate var state: ClientThrottle.State

  /// Creates a throttle without history.
  init(_ throttle: AdaptiveThrottle) {
    state = ClientThrottle.State(k: throttle.k, window: throttle.window)
  }

  /// Forgets everything.
  func restart() {
    state.restart()
  }
}
