import RetryNumerics
import VirtualTime

/// A running server.
final class RunningServer: RunningResource {
  /// The maximum queue length, which bounds memory.
  static let capacity = 1_000_000

  private let server: Server
  private var line: ServiceLine<Unmanaged<OperationStage>>
  typealias Service = ServiceLine<Unmanaged<OperationStage>>.Service
  private var idle: [ServiceStage] = []
  /// All slots used so far; links do not keep them alive.
  private var slots: [ServiceStage] = []

  /// Creates an idle server.
  init(_ server: Server) {
    self.server = server
    line = ServiceLine(server)
    super.init(.server(server))
  }

  override func submit(_ stage: OperationStage, draws: Draws, _ run: inout Run) -> Bool {
    guard line.admit(run.now) else {
      if server.queue == nil { run.stop(at: .crowd(Self.capacity)) }
      return false
    }
    var draws = draws
    let (service, isServed) = line.take(.passUnretained(stage), &draws)
    stage.ticket = Int64(service.ticket)
    if stage.hasSideEffects { stage.accepted(failing: line.fails(service.ticket), &run) }
    if isServed { (idle.popLast() ?? newSlot()).begin(service, &run) }
    return true
  }

  private func newSlot() -> ServiceStage {
    let slot = ServiceStage(self)
    slots.append(slot)
    return slot
  }

  @discardableResult
  override func abandon(_ stage: OperationStage, _ run: inout Run) -> Bool {
    line.abandon(Int32(stage.ticket), run.now)
  }

  /// Ends a service, starts the next, and notifies the owner.
  func end(_ ticket: Int32, at slot: ServiceStage, _ run: inout Run) {
    let (stage, index, next) = line.end(ticket, run.now)
    let fault = index < 0 ? nil : server.faults?.rates[index].fault
    if let next {
      slot.begin(next, &run)
    } else {
      idle.append(slot)
    }
    stage?._withUnsafeGuaranteedRef {
      run.enter($0.client)
      $0.resourceAnswered(fault, &run)
    }
  }

  override func takeFigures(_ now: Instant) -> ResourceFigures { line.takeFigures(now) }

  override func restart() {
    line.restart()
    idle = slots
  }
}

/// A slot of a server.
final class ServiceStage: Stage {
  private unowned let server: RunningServer
  private var ticket: Int32 = 0

  /// Creates an idle slot.
  init(_ server: RunningServer) {
    self.server = server
    super.init()
    client = .nobody
  }

  /// Starts the service of an attempt.
  func begin(_ service: RunningServer.Service, _ run: inout Run) {
    ticket = service.ticket
    startTimer(after: service.work, &run)
  }

  override func fire(_ run: inout Run) {
    server.end(ticket, at: self, &run)
  }

  override var title: String { server.resource.name }

  override var activity: String { "serving" }
}
