import RetryNumerics
import VirtualTime

final class RunningServer: RunningResource {
  /// The maximum queue length, which bounds memory.
  static let capacity = 1_000_000

  private let server: Server
  private let key: DrawKey
  private let era: RunningDisruptions.Era
  /// The operations that have used it during the current call, if it has outages.
  private var users: [String] = []
  private var line: ServiceLine<Unretained<OperationStage>>
  typealias Service = ServiceLine<Unretained<OperationStage>>.Service
  private var idle: [ServiceStage] = []
  /// All slots used so far; links do not keep them alive.
  private var slots: [ServiceStage] = []

  /// The calls that services will make, by ticket.
  private var calls: [Int32: ServiceCall] = [:]
  /// The errors that a closure has given to services, by ticket.
  private var failures: [Int32: Fault] = [:]
  private var limit: RunningLimit?
  /// The moment at which it crashes, if it can.
  private var crash: Alarm?
  /// When it accepts attempts again after its last crash.
  private var recovered = Instant.start

  /// Creates an idle server, whose outages are those of the current call.
  init(_ server: Server, _ key: DrawKey, _ era: RunningDisruptions.Era) {
    (self.server, self.key, self.era) = (server, key, era)
    line = ServiceLine(server, key, call: era.call, arrival: era.arrival)
    limit = server.limit.map(RunningLimit.init)
    super.init(.server(server))
    crash = server.crash.map { _ in Alarm { [unowned self] run in fall(&run) } }
  }

  override func submit(_ stage: OperationStage, draws: Draws, _ run: inout Run) -> Admission {
    if server.outages != nil, !users.contains(stage.name) { users.append(stage.name) }
    var (draws, work, failure) = (draws, Nanoseconds?.none, Fault?.none)
    if let index = line.refusal(run.now, &draws), let outages = server.outages {
      return .refused(outages.failing.rates[index].fault, after: outages.latency ?? .zero)
    }
    do throws(Fault) {
      try admit(run.now)
      work = try server.computed?.law(line.count + 1, run.now, &draws)
      failure = server.failing.flatMap { $0.failure(of: stage.attempt(at: run), &draws) }
    } catch {
      line.refuse()
      return .refused(error)
    }
    guard line.admit() else {
      if server.queue == nil { run.stop(at: .crowd(Self.capacity)) }
      return .refused(Server.refusal)
    }
    let (service, isServed) = line.take(
      Unretained(stage), run.now, &draws, work: work.map { max($0, .zero) },
      fails: failure != nil)
    failures[service.ticket] = failure
    stage.ticket = Int64(service.ticket)
    if let backend = stage.part.backend {
      calls[service.ticket] = ServiceCall(backend, number: draws.next(), for: run.patron)
    }
    if stage.part.hasSideEffects { stage.accepted(failing: line.fails(service.ticket), &run) }
    if isServed { (idle.popLast() ?? newSlot()).begin(service, &run) }
    if let rule = server.crash, line.count > rule.most {
      recovered = run.now.advanced(by: rule.recovery)
      // In an event of its own, because the attempt that is submitted is still on the stack.
      crash?.startTimer(after: .zero, &run)
    }
    return .accepted
  }

  /// Rejects an attempt that comes during a recovery or above the limit.
  private func admit(_ now: Instant) throws(Fault) {
    if now < recovered { throw Server.crashed }
    if let limit = server.limit, let time = self.limit?.wait(at: now) {
      throw limit.refusal(for: time, at: now)
    }
  }

  /// Fails all attempts in the server.
  private func fall(_ run: inout Run) {
    let busy = slots.filter(\.isBusy)
    for slot in busy { slot.stop(&run) }
    line.crash(busy.map(\.ticket), run.now)
    idle = slots
    notifyFailed(Server.crashed, &run)
  }

  /// Notifies the owners of attempts that fail without service.
  ///
  /// One by one, because an owner may cancel others.
  private func notifyFailed(_ fault: Fault, _ run: inout Run) {
    while let stage = line.nextFailed() {
      stage.with {
        run.enter($0.client)
        $0.resourceRefused(fault, &run)
      }
    }
  }

  func prefetch(_ ticket: Int32) {
    line.owner(of: ticket)?.prefetch()
  }

  private func newSlot() -> ServiceStage {
    let slot = ServiceStage(self)
    slots.append(slot)
    return slot
  }

  override func cancelServices(_ run: inout Run) {
    for slot in slots { slot.cancelCall(&run) }
  }

  /// Returns the call that the service of an attempt makes, unless it fails by itself.
  func takeCall(of ticket: Int32) -> ServiceCall? {
    let call = calls.isEmpty ? nil : calls.removeValue(forKey: ticket)
    return line.fails(ticket) ? nil : call
  }

  @discardableResult
  override func abandon(_ stage: OperationStage, _ run: inout Run) -> Bool {
    line.abandon(Int32(stage.ticket), run.now)
  }

  /// Ends a service, starts the next, and notifies the owner, and those who waited too long.
  func end(_ ticket: Int32, _ answer: Fault?, at slot: ServiceStage, _ run: inout Run) {
    let (stage, index, next) = line.end(ticket, run.now)
    let fault =
      index < 0 ? answer : failures.removeValue(forKey: ticket) ?? server.faults?.rates[index].fault
    if let next {
      slot.begin(next, &run)
    } else {
      idle.append(slot)
    }
    stage?.with {
      run.enter($0.client)
      $0.resourceAnswered(fault, &run)
    }
    notifyFailed(Server.expiry, &run)
  }

  override func takeFigures(_ now: Instant) -> ResourceFigures { line.takeFigures(now) }

  override func disruptions(until end: Instant) -> [Disruption] {
    guard !users.isEmpty, let outages = server.outages else { return [] }
    let draws = OnOffDraws(key: key, call: era.call, purpose: .server)
    let spans = outages.times.spans(until: end, arrival: era.arrival, draws)
    let faults = server.refusingOutages?.failing.rates.map(\.fault) ?? []
    return users.flatMap { user in
      spans.map { Disruption(operation: user, kind: .outage, faults: faults, times: $0) }
    }
  }

  override func restart(_ era: RunningDisruptions.Era) {
    line.restart(call: era.call, arrival: era.arrival)
    users.removeAll()
    for slot in slots { slot.forget() }
    idle = slots
    calls.removeAll()
    failures.removeAll()
    limit = server.limit.map(RunningLimit.init)
    recovered = .start
  }
}

extension ServiceFailure {
  /// Returns the error of the service of an attempt, if it fails; the closure may fail it too.
  fileprivate func failure(of attempt: Attempt, _ draws: inout Draws) -> Fault? {
    do throws(Fault) {
      return try share(attempt, &draws) > draws.unit() ? fault : nil
    } catch {
      return error
    }
  }
}
