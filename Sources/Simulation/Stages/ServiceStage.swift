import RetryNumerics
import VirtualTime

/// A slot of a server.
final class ServiceStage: Stage {
  private enum Activity {
    case idle
    case works
    case calls(ServiceCall, BackendPlan)
    case answers(Fault?)
  }

  /// A run keeps its servers, and a server its slots.
  private let server: Unretained<RunningServer>
  private(set) var ticket: Int32 = 0
  private var doing = Activity.idle

  init(_ server: RunningServer) {
    self.server = Unretained(server)
    super.init()
    client = .nobody
  }

  var isBusy: Bool { if case .idle = doing { false } else { true } }

  func begin(_ service: RunningServer.Service, _ run: inout Run) {
    precondition(!isBusy, "service \(service.ticket) begins in a slot that is \(doing)")
    (ticket, doing) = (service.ticket, .works)
    startTimer(after: service.time, &run)
  }

  override func prefetch(_ run: borrowing Run) { server.with { $0.prefetch(ticket) } }

  override func fire(_ run: inout Run) {
    switch doing {
    case .works:
      if let call = server.with({ $0.takeCall(of: ticket) }) { return begin(call, &run) }
      end(nil, &run)
    case .answers(let fault): end(fault, &run)
    case .idle, .calls: preconditionFailure("the timer of a slot fires while it is \(doing)")
    }
  }

  private func begin(_ call: ServiceCall, _ run: inout Run) {
    guard let plan = call.backend.takePlan(&run) else { return }
    doing = .calls(call, plan)
    plan.begin(call, heardBy: self, &run)
  }

  private func end(_ answer: Fault?, _ run: inout Run) {
    doing = .idle
    server.with { $0.end(ticket, answer, at: self, &run) }
  }

  /// Receives the answer of the backend, and passes it on when the call of the service is off the stack.
  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard signal.isEnd, case .calls(let call, let plan) = doing else { return }
    call.backend.giveBack(plan)
    if case .failed(let fault) = signal { doing = .answers(fault) } else { doing = .answers(nil) }
    startTimer(after: .zero, &run)
  }

  /// Becomes idle after all timers have been removed.
  func forget() { doing = .idle }

  /// Ends the service without an answer.
  func stop(_ run: inout Run) {
    cancelCall(&run)
    doing = .idle
    stopTimer(&run)
  }

  func cancelCall(_ run: inout Run) {
    guard case .calls(let call, let plan) = doing else { return }
    plan.cancel(&run)
    call.backend.giveBack(plan)
    doing = .idle
  }

  override var title: String { server.with { $0.resource.name } }

  override func activity(from zero: Instant) -> String {
    if case .calls(let call, _) = doing { "calling \(call.backend.name)" } else { "serving" }
  }
}
