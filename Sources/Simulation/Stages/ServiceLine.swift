import RetryNumerics
import VirtualTime

/// The slots and the queue of a server.
struct ServiceLine<Owner> {
  /// An accepted attempt.
  private struct Job {
    /// The owner; `nil` if it has been abandoned.
    var owner: Owner?
    var isWaiting: Bool
    /// The index of the error that the service ends with, or -1.
    let fault: Int16
    /// The service time.
    let work: Nanoseconds
  }

  /// An attempt whose service starts.
  struct Service {
    let ticket: Int32
    let work: Nanoseconds
  }

  /// The figures since they were last taken.
  private var figures = ResourceFigures()
  private let service: Distribution?
  private let faults: FaultRates?
  private let slots: Int
  private let capacity: Int
  private let dropsAbandoned: Bool
  /// The accepted attempts by ticket; tickets are reused.
  private var jobs = Slab<Job>()
  private var freeTickets: ContiguousArray<Int32> = []
  /// The tickets in the queue, including abandoned ones that have not been removed yet.
  private var line = Fifo<Int32>()
  private var waiting = 0
  private var busy = 0
  /// The time up to which time-dependent figures have been counted.
  private var settled = Instant.start

  /// Creates the queue of an idle server, or of no server.
  init(_ server: Server?) {
    service = server?.service
    faults = server?.faults
    slots = server?.slots ?? 0
    capacity = server.map { $0.queue ?? RunningServer.capacity } ?? 0
    dropsAbandoned = server?.abandoned == .dropped
  }

  /// Counts an arrival; returns whether there is room.
  @inline(__always)
  mutating func admit(_ now: Instant) -> Bool {
    figures.arrived &+= 1
    settle(now)
    guard busy == slots, waiting >= capacity else { return true }
    figures.refused &+= 1
    return false
  }

  /// Enqueues an admitted attempt; returns its service, and whether it starts immediately.
  @inline(__always)
  mutating func take(_ owner: Owner, _ draws: inout Draws) -> (Service, isServed: Bool) {
    let isServed = busy < slots
    let work = service?.sample(using: &draws) ?? .zero
    let fault = faults.flatMap { $0.position(luck: draws.unit()) } ?? -1
    let job = Job(owner: owner, isWaiting: !isServed, fault: Int16(fault), work: work)
    let ticket: Int32
    if let free = freeTickets.popLast() {
      jobs[Int(free)] = job
      ticket = free
    } else {
      jobs.append(job)
      ticket = Int32(jobs.count - 1)
    }
    if isServed {
      busy &+= 1
    } else {
      line.append(ticket)
      waiting &+= 1
      figures.longestQueue = max(figures.longestQueue, waiting)
    }
    return (Service(ticket: ticket, work: work), isServed)
  }

  /// Returns whether the service of an accepted attempt ends with an error.
  func fails(_ ticket: Int32) -> Bool { jobs[Int(ticket)].fault >= 0 }

  /// Marks an attempt as abandoned; returns whether it leaves the queue.
  @discardableResult
  mutating func abandon(_ ticket: Int32, _ now: Instant) -> Bool {
    jobs[Int(ticket)].owner = nil
    guard jobs[Int(ticket)].isWaiting else { return false }
    figures.abandoned &+= 1
    guard dropsAbandoned else { return false }
    settle(now)
    jobs[Int(ticket)].isWaiting = false
    waiting &-= 1
    if line.count > 2 * waiting + 64 { sweep() }
    return true
  }

  /// Removes abandoned attempts from the queue when there are many.
  private mutating func sweep() {
    for ticket in line.removeAll(where: { !jobs[Int($0)].isWaiting }) { freeTickets.append(ticket) }
  }

  /// Ends a service; returns its owner, the index of its error or -1, and the next service.
  @inline(__always)
  mutating func end(
    _ ticket: Int32, _ now: Instant
  ) -> (owner: Owner?, fault: Int, next: Service?) {
    settle(now)
    let (owner, fault) = (jobs[Int(ticket)].owner, Int(jobs[Int(ticket)].fault))
    freeTickets.append(ticket)
    figures.served &+= 1
    if owner == nil { figures.wasted &+= 1 }
    while let next = line.popFirst() {
      guard jobs[Int(next)].isWaiting else {
        freeTickets.append(next)
        continue
      }
      jobs[Int(next)].isWaiting = false
      waiting &-= 1
      return (owner, fault, Service(ticket: next, work: jobs[Int(next)].work))
    }
    busy &-= 1
    return (owner, fault, nil)
  }

  /// Resets the server to idle, without figures.
  mutating func restart() {
    figures = ResourceFigures()
    jobs.removeAll()
    freeTickets.removeAll(keepingCapacity: true)
    line.removeAll()
    (waiting, busy, settled) = (0, 0, .start)
  }

  /// Updates the time-dependent figures.
  @inline(__always)
  private mutating func settle(_ now: Instant) {
    let passed = now.nanoseconds(since: settled)
    guard passed > .zero else { return }
    if waiting > 0 { figures.waiting += Int128(passed.count) * Int128(waiting) }
    figures.busy += Int128(passed.count) * Int128(busy)
    settled = now
  }

  /// Returns the figures since they were last taken.
  mutating func takeFigures(_ now: Instant) -> ResourceFigures {
    settle(now)
    defer { figures = ResourceFigures() }
    return figures
  }
}
