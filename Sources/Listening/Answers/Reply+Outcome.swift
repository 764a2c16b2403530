import Conformance
import HTTPServer
import RetryNumerics
import Simulation

extension Reply {
  /// What a client knows by it.
  func outcome(_ speed: Speed) -> Outcome {
    switch self {
    case .ended: .completed
    case .answered(let status, let hint):
      status < 400
        ? .completed
        : .failure(Fault("http", .int(Int64(status)), retryAfter: Self.time(hint, speed)))
    case .unreachable: .failure(Fault("http", .int(502)))
    case .closed: .failure(Fault("closed"))
    case .reset: .failure(Fault("reset"))
    }
  }

  /// The delay of a `Retry-After` in the time of the scenario; dates are left out, since they are those of another clock.
  private static func time(_ hint: String?, _ speed: Speed) -> Nanoseconds? {
    guard let seconds = hint.flatMap({ Int32($0) }), seconds >= 0 else { return nil }
    return speed.scenario(Nanoseconds(Int64(seconds) * 1_000_000_000))
  }

  /// One word for a log.
  var text: String {
    switch self {
    case .answered(let status, _): "\(status)"
    case .ended: "ended"
    case .unreachable(let reason): "unreachable: \(reason)"
    case .closed: "closed"
    case .reset: "reset"
    }
  }
}
