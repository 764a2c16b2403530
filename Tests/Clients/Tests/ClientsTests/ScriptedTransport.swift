import Clients
import RetryTesting

/// The error of a connection that was lost.
struct Disconnected: Error {}

/// A server that answers by a script, and notes what it is asked and when.
final class ScriptedTransport: HTTPTransport {
  /// What a request meets.
  enum Step: Sendable {
    case answer(HTTPResponse, after: Duration = .zero)
    case disconnect
    case hang
  }

  /// A request, and the time since the start of the test.
  struct Visit: Hashable, Sendable {
    let request: HTTPRequest
    let time: Duration
  }

  private let clock: VirtualClock
  private let script: Guarded<[Step]>
  private let visitors = Guarded<[Visit]>([])

  /// Creates a server whose last step goes on for ever.
  init(_ script: [Step], clock: VirtualClock) {
    self.script = Guarded(script)
    self.clock = clock
  }

  /// What it was asked, in order.
  var visits: [Visit] { visitors.withLock(\.self) }

  /// When it was asked.
  var times: [Duration] { visits.map(\.time) }

  func send(_ request: HTTPRequest, within time: Duration?) async throws -> HTTPResponse {
    visitors.withLock { $0.append(Visit(request: request, time: clock.now.time)) }
    let step = script.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
    switch step {
    case .answer(let response, let delay):
      if delay > .zero { try await clock.sleep(for: delay) }
      return response
    case .hang:
      try await clock.sleep(for: .seconds(86_400))
      throw Disconnected()
    case .disconnect, nil: throw Disconnected()
    }
  }
}
