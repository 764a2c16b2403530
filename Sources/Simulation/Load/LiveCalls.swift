package import RetryNumerics
import VirtualTime

/// Calls whose attempts begin when somebody outside of the simulation says so, over one event queue.
///
/// They share servers, limits, outages and strategies, as the calls of a load do. An attempt makes the draws that it makes
/// in a run of its call; where it waits for others, that takes longer.
package final class LiveCalls {
  /// A call with what its attempts have drawn so far.
  package struct Call: Sendable {
    package let number: UInt64
    /// The place of its operation.
    package let operation: Int
    fileprivate var counts: [ActorTable.Count]?

    package init(number: UInt64, of operation: Int) {
      (self.number, self.operation) = (number, operation)
    }
  }

  /// The number of an attempt among all.
  package typealias Ticket = UInt64

  package struct End: Sendable {
    package let ticket: Ticket
    package let outcome: Outcome
    /// The attempts at operations that it made.
    package let attempts: Int
    package let time: Nanoseconds
    /// Whether it took effect and its answer did not arrive.
    package let losesAnswer: Bool
  }

  private struct Served {
    let source: Source
    let parts: PlanParts
    var idle: [SeatStage] = []
  }

  private let limits: Limits
  private let shared = SharedResources()
  private var operations: [Served]
  private var run: Run
  /// Those of the run, here since each use through the run would count a reference.
  private let functionCalls: FunctionCalls
  private var seats: [SeatStage] = []
  private var underWay: [Ticket: SeatStage] = [:]
  private var serial: Ticket = 0
  private var ended: [End] = []

  package init(_ sources: [Source], seed: UInt64, limits: Limits = Limits()) {
    self.limits = limits
    operations = sources.map { Served(source: $0, parts: PlanParts(ActorTable(seed: seed))) }
    run = Run(limits: limits)
    functionCalls = run.functionCalls
    // So that the outages of all servers are known from the start.
    for operation in operations.indices { operations[operation].idle.append(seat(at: operation)) }
  }
}

extension LiveCalls {
  /// Begins the next attempt of a call, which may run beside the one before.
  package func attempt(_ call: inout Call, at time: Nanoseconds) -> Ticket {
    advance(to: time)
    let seat = operations[call.operation].idle.popLast() ?? seat(at: call.operation)
    serial += 1
    (seat.ticket, seat.losesAnswer) = (serial, false)
    underWay[serial] = seat
    let counts = call.counts
    call.counts = functionCalls.counting { begin(seat, call.number, counts) }
    return serial
  }

  private func begin(
    _ seat: SeatStage, _ call: UInt64, _ counts: [ActorTable.Count]?
  ) -> [ActorTable.Count] {
    run.enter(seat.client)
    run.begin(call: call, recorder: nil)
    if let counts { run.actors.resume(counts) }
    seat.root.subscribe(&run)
    run.releaseRetired()
    noteLoss()
    haltIfNecessary()
    return run.state(of: seat.client).pointee.actors.counted
  }

  /// Ends an attempt whose caller does not wait for its answer any more.
  package func leave(_ ticket: Ticket, at time: Nanoseconds) {
    advance(to: time)
    guard let seat = underWay.removeValue(forKey: ticket) else { return }
    functionCalls.counting {
      run.enter(seat.client)
      seat.root.cancel(&run)
      run.releaseRetired()
    }
    operations[seat.operation].idle.append(seat)
  }

  /// Returns the attempts that have ended up to a time, since this was asked last.
  package func ends(until time: Nanoseconds) -> [End] {
    advance(to: time)
    defer { ended.removeAll(keepingCapacity: true) }
    return ended
  }

  /// When something happens next; `nil` if nothing does.
  package var nextTime: Nanoseconds? {
    ended.first?.time ?? run.timers.nextInstant()?.sinceStart
  }

  private func advance(to time: Nanoseconds) {
    functionCalls.counting {
      while run.stepConcurrently(until: Instant(time)) {
        noteLoss()
        haltIfNecessary()
      }
    }
    run.timers.pass(to: Instant(time))
  }

  /// Notes that the answer to the current attempt is lost; if nothing arrives in its place, that is its end.
  private func noteLoss() {
    guard let lost = run.lostAnswer else { return }
    run.lostAnswer = nil
    guard run.client > .nobody else { return }
    let seat = seats[Int(run.client)]
    seat.losesAnswer = true
    guard lost == .nothing, underWay[seat.ticket] === seat else { return }
    ended.append(end(of: seat, .hung(on: []), run.tally.attempts, at: run.now))
  }

  /// Ends the current attempt if a limit has stopped it.
  private func haltIfNecessary() {
    guard run.client > .nobody, run.isHalted, let outcome = run.haltOutcome else { return }
    let seat = seats[Int(run.client)]
    seat.root.cancel(&run)
    run.releaseRetired()
    end(seat, outcome, run.tally.attempts, at: run.now)
  }

  private func seat(at operation: Int) -> SeatStage {
    var site = Site(limits: limits)
    site.shared = shared
    let served = operations[operation]
    let (root, actors) = served.parts.plan(for: served.source, at: site)
    let seat = SeatStage(self, RootStage(root), of: operation, index: run.addClient(actors))
    seats.append(seat)
    return seat
  }

  fileprivate func end(_ seat: SeatStage, _ outcome: Outcome, _ attempts: Int, at now: Instant) {
    guard underWay.removeValue(forKey: seat.ticket) != nil else { return }
    ended.append(end(of: seat, outcome, attempts, at: now))
    operations[seat.operation].idle.append(seat)
  }

  private func end(
    of seat: SeatStage, _ outcome: Outcome, _ attempts: Int, at now: Instant
  ) -> End {
    End(
      ticket: seat.ticket, outcome: outcome, attempts: attempts, time: now.sinceStart,
      losesAnswer: seat.losesAnswer)
  }
}

/// A place in which attempts of an operation run, one after the other.
private final class SeatStage: Stage {
  /// Without its simulation, nothing reaches a seat.
  private let simulation: Unretained<LiveCalls>
  let root: RootStage
  let operation: Int
  /// That of the attempt that runs in it, or ran last.
  var ticket: LiveCalls.Ticket = 0
  /// Also if an error has arrived in the place of the answer.
  var losesAnswer = false

  init(_ simulation: LiveCalls, _ root: RootStage, of operation: Int, index: Int32) {
    self.simulation = Unretained(simulation)
    self.root = root
    self.operation = operation
    super.init()
    client = index
    root.attach(to: self)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard let end = root.end else {
      preconditionFailure("attempt \(ticket) sends \(signal) before its end")
    }
    losesAnswer = losesAnswer || run.lostAnswer != nil
    simulation.object.end(self, end, run.tally.attempts, at: run.now)
  }
}
