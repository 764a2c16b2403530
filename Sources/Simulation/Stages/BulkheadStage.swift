import Retry
import RetryNumerics
import VirtualTime

/// The calls of a bulkhead that run, and those that wait for their turn.
final class RunningBulkhead: Remembered<ConcurrencyLimit.State> {
  /// How long a call may wait.
  let maximumWait: Nanoseconds?
  /// The waiting calls by ticket, for each client that has a bulkhead of its own.
  private var waiting: [Int: [Int: Unretained<BulkheadStage>]] = [:]

  init(_ bulkhead: Shared<ConcurrencyLimit>) {
    maximumWait = bulkhead.settings.maximumWait.map { Nanoseconds($0) }
    super.init(bulkhead)
  }

  /// Notes who holds a ticket.
  func wait(_ stage: BulkheadStage, _ ticket: ConcurrencyLimit.Ticket, _ client: Int) {
    waiting[group(of: client), default: [:]][ticket.number] = Unretained(stage)
  }

  func abandon(_ ticket: ConcurrencyLimit.Ticket, _ client: Int) {
    waiting[group(of: client)]?[ticket.number] = nil
    _ = self[client].abandon(ticket)
  }

  /// Ends a running call, and calls up those who may run now.
  func leave(_ client: Int, _ outcome: CallOutcome, took time: Nanoseconds, _ run: inout Run) {
    self[client].record(outcome, took: time)
    var next = self[client].leave()
    // An adaptive limit may grow, which frees several places at once.
    while let ticket = next {
      guard let stage = waiting[group(of: client)]?.removeValue(forKey: ticket.number) else {
        preconditionFailure("ticket \(ticket.number) of '\(name)' is called up, but nobody has it")
      }
      stage.with { $0.callUp(&run) }
      next = self[client].next()
    }
  }

  override func forget() {
    super.forget()
    waiting.removeAll()
  }
}

final class BulkheadStage: UnaryStage {
  private enum Place {
    case outside
    case waiting(ConcurrencyLimit.Ticket)
    /// Its turn has come, at this instant.
    case called
    case running(since: Instant)
  }

  private let bulkhead: RunningBulkhead
  private var place = Place.outside
  private var owner = 0
  private var began: Instant?

  init(_ upstream: Stage, _ bulkhead: RunningBulkhead) {
    self.bulkhead = bulkhead
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    owner = run.owner
    switch bulkhead[owner].arrive(at: run.now.sinceStart) {
    case .success(.run): enter(&run)
    case .success(.wait(let ticket)):
      place = .waiting(ticket)
      began = run.now
      bulkhead.wait(self, ticket, owner)
      if let maximumWait = bulkhead.maximumWait { startTimer(after: maximumWait, &run) }
    case .failure(let refusal): refuse("\(refusal)", &run)
    }
  }

  private func enter(_ run: inout Run) {
    place = .running(since: run.now)
    bulkhead.count(allowed: true)
    upstream.subscribe(&run)
  }

  private func refuse(_ reason: String, _ run: inout Run) {
    bulkhead.count(allowed: false)
    if run.isTraced { run.record(.note("\(bulkhead.name): \(reason)")) }
    finish(.failed(.refusal(by: .concurrencyLimit)), &run)
  }

  /// Starts in an event of its own, because another call is on the stack.
  func callUp(_ run: inout Run) {
    guard case .waiting = place else {
      preconditionFailure("a call of '\(bulkhead.name)' is called up while it is \(place)")
    }
    place = .called
    startTimer(after: .zero, &run)
  }

  override func fire(_ run: inout Run) {
    endWait(&run)
    if case .called = place { return enter(&run) }
    refuse("the wait is over", &run)
  }

  private func endWait(_ run: inout Run) {
    if let began = began.take() { run.countWait(since: began) }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value: break
    case .completed: leave(.success, &run)
    case .failed(let fault): leave(fault.isRefusal ? .ignored : .failure, &run)
    }
    forward(signal, &run)
  }

  private func leave(_ outcome: CallOutcome, _ run: inout Run) {
    let last = place
    place = .outside
    switch last {
    case .outside: break
    case .waiting(let ticket): bulkhead.abandon(ticket, owner)
    // It already has a place, which goes to the next call.
    case .called: bulkhead.leave(owner, .ignored, took: .zero, &run)
    case .running(let start):
      bulkhead.leave(owner, outcome, took: run.now.nanoseconds(since: start), &run)
    }
  }

  override func release(_ run: inout Run) {
    endWait(&run)
    leave(.ignored, &run)
    upstream.cancel(&run)
  }

  override func activity(from zero: Instant) -> String {
    switch place {
    case .outside, .running: "letting pass"
    case .waiting, .called: "waiting for its turn"
    }
  }
}

extension ConcurrencyLimit: RememberedSettings {
  var fresh: State { State(self) }
}

extension ConcurrencyLimit.State: StrategyMemory {
  var measure: StrategyMeasure? { settings.adaptation == nil ? .running : .limit }

  func level(at now: Nanoseconds) -> Double? {
    Double(settings.adaptation == nil ? running : limit)
  }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    "\(running) of \(limit) running" + (waiting > 0 ? ", \(waiting) waiting" : "")
  }
}
