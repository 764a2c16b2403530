import RetryNumerics
import VirtualTime

/// The slots and the queue of a server.
struct ServiceLine<Owner>: ~Copyable {
  /// An accepted attempt.
  struct Job {
    /// The owner; `nil` if it has been abandoned.
    var owner: Owner?
    var isWaiting: Bool
    /// The index of the error that the service ends with, or -1.
    let fault: Int16
    /// The service time; of an unused ticket, the next unused one.
    var work: Nanoseconds
  }

  /// An attempt whose service starts.
  struct Service {
    let ticket: Int32
    /// The time until its end, with the outages that hold it up.
    let time: Nanoseconds
  }

  /// The end of the unused tickets.
  private static var none: Int32 { -1 }

  /// The figures since they were last taken.
  private var figures = ResourceFigures()
  private let service: Distribution?
  private let faults: FaultRates?
  private let slots: Int
  private let capacity: Int
  private let dropsAbandoned: Bool
  private let server: Server?
  private let key: DrawKey
  private var outages: ServerOutages?
  private let refusesInOutages: Bool
  private let holdsInOutages: Bool
  /// The accepted attempts by ticket; tickets are reused.
  private var jobs = UnsafeArray<Job>()
  private var unused = ServiceLine.none
  /// The tickets in the queue, including abandoned ones that have not been removed yet.
  private var line = RingBuffer<Int32>()
  /// The tickets of attempts that fail without service and whose owners have not been told yet.
  private var failed = RingBuffer<Int32>()
  private let isLifo: Bool
  private let canExpire: Bool
  private let maximumWait: Nanoseconds
  /// When attempts came, by ticket, if they can expire.
  private var arrivals = UnsafeArray<Instant>()
  private var waiting = 0
  private var busy = 0

  /// Creates the queue of an idle server, or of no server.
  ///
  /// The key and the call draw the phases of its outages.
  init(_ server: Server?, _ key: DrawKey, call: UInt64 = 0, arrival: Nanoseconds = .zero) {
    (self.server, self.key) = (server, key)
    outages = server.flatMap { ServerOutages($0, key, call: call, arrival: arrival) }
    refusesInOutages = server?.outages != nil && server?.down == .refuses
    holdsInOutages = server?.outages != nil && server?.down == .holds
    service = server?.service
    faults = server?.faults
    slots = server?.slots ?? 0
    capacity = server.map { $0.queue ?? RunningServer.capacity } ?? 0
    isLifo = server?.order == .lifo
    (canExpire, maximumWait) = (server?.expires != nil, server?.expires ?? .never)
    dropsAbandoned = server?.abandoned == .dropped
  }

  /// Returns the index of the error with which the server refuses an arrival in an outage; it counts the arrival.
  @inline(__always)
  mutating func refusal(_ now: Instant, _ draws: inout Draws) -> Int? {
    guard refusesInOutages, let index = outages?.refusal(at: now, &draws) else { return nil }
    refuse()
    return index
  }

  /// Counts an arrival; returns whether there is room.
  @inline(__always)
  mutating func admit() -> Bool {
    figures.arrived &+= 1
    guard busy == slots, waiting >= capacity else { return true }
    figures.refused &+= 1
    return false
  }

  /// Enqueues an admitted attempt; returns its service, and whether it starts immediately.
  @inline(__always)
  mutating func take(
    _ owner: Owner, _ now: Instant, _ draws: inout Draws, work given: Nanoseconds? = nil,
    fails: Bool = false
  ) -> (Service, isServed: Bool) {
    let isServed = busy < slots
    let work = given ?? service?.sample(using: &draws) ?? .zero
    let fault = faults.flatMap { $0.position(uniform: draws.unit()) } ?? (fails ? 0 : -1)
    let job = Job(owner: owner, isWaiting: !isServed, fault: Int16(fault), work: work)
    var ticket = unused
    if ticket == Self.none {
      ticket = Int32(jobs.count)
      jobs.append(job)
    } else {
      unused = Int32(truncatingIfNeeded: jobs[Int(ticket)].work.count)
      jobs[Int(ticket)] = job
    }
    if canExpire { note(ticket, now) }
    if isServed {
      figures.busy -= Int128(now.sinceStart.count)
      busy &+= 1
    } else {
      line.append(ticket)
      figures.waiting -= Int128(now.sinceStart.count)
      waiting &+= 1
      figures.longestQueue = max(figures.longestQueue, waiting)
    }
    return (Service(ticket: ticket, time: isServed ? time(for: work, now) : .zero), isServed)
  }

  private mutating func note(_ ticket: Int32, _ now: Instant) {
    if Int(ticket) < arrivals.count {
      arrivals[Int(ticket)] = now
    } else {
      arrivals.append(now)
    }
  }

  @inline(__always)
  private mutating func free(_ ticket: Int32) {
    jobs[Int(ticket)].work = Nanoseconds(Int64(unused))
    unused = ticket
  }

  @inline(__always)
  private mutating func time(for work: Nanoseconds, _ now: Instant) -> Nanoseconds {
    holdsInOutages ? outages?.time(for: work, from: now) ?? work : work
  }

  /// The owner of an accepted attempt, unless it is abandoned.
  func owner(of ticket: Int32) -> Owner? { jobs[Int(ticket)].owner }

  func fails(_ ticket: Int32) -> Bool { jobs[Int(ticket)].fault >= 0 }

  /// Marks an attempt as abandoned; returns whether it leaves the queue.
  @discardableResult
  mutating func abandon(_ ticket: Int32, _ now: Instant) -> Bool {
    jobs[Int(ticket)].owner = nil
    guard jobs[Int(ticket)].isWaiting else { return false }
    figures.abandoned &+= 1
    guard dropsAbandoned else { return false }
    jobs[Int(ticket)].isWaiting = false
    waitEnds(now)
    if line.count > 2 * waiting + 64 { sweep() }
    return true
  }

  /// Removes abandoned attempts from the queue when there are many.
  private mutating func sweep() {
    for _ in 0..<line.count {
      guard let ticket = line.popFirst() else { return }
      if jobs[Int(ticket)].isWaiting { line.append(ticket) } else { free(ticket) }
    }
  }

  /// Ends a service; returns its owner, the index of its error or -1, and the next service.
  @inline(__always)
  mutating func end(
    _ ticket: Int32, _ now: Instant
  ) -> (owner: Owner?, fault: Int, next: Service?) {
    precondition(busy > 0, "the service of ticket \(ticket) ends while all slots are idle")
    assert(!jobs[Int(ticket)].isWaiting, "the service of ticket \(ticket) ends while it waits")
    let (owner, fault) = (jobs[Int(ticket)].owner, Int(jobs[Int(ticket)].fault))
    free(ticket)
    figures.served &+= 1
    if owner == nil { figures.wasted &+= 1 }
    while let next = isLifo ? line.popLast() : line.popFirst() {
      guard jobs[Int(next)].isWaiting else {
        free(next)
        continue
      }
      jobs[Int(next)].isWaiting = false
      waitEnds(now)
      if canExpire, now.nanoseconds(since: arrivals[Int(next)]) > maximumWait {
        figures.expired &+= 1
        failed.append(next)
        continue
      }
      let time = time(for: jobs[Int(next)].work, now)
      return (owner, fault, Service(ticket: next, time: time))
    }
    figures.busy += Int128(now.sinceStart.count)
    busy &-= 1
    return (owner, fault, nil)
  }

  @inline(__always)
  private mutating func waitEnds(_ now: Instant) {
    assert(waiting > 0, "a wait ends while nobody waits")
    figures.waiting += Int128(now.sinceStart.count)
    waiting &-= 1
  }

  /// Removes and returns the next owner of an attempt that fails without service.
  @inline(__always)
  mutating func nextFailed() -> Owner? {
    while let ticket = failed.popFirst() {
      free(ticket)
      // Freeing a ticket overwrites nothing but its service time.
      if let owner = jobs[Int(ticket)].owner { return owner }
    }
    return nil
  }

  var count: Int { busy + waiting }

  mutating func refuse() {
    figures.arrived &+= 1
    figures.refused &+= 1
  }

  /// Ends the given services and the waits of all attempts in the queue.
  mutating func crash(_ served: [Int32], _ now: Instant) {
    addGoingOn(1, now)
    for ticket in served { failed.append(ticket) }
    figures.crashed &+= UInt64(busy + waiting)
    while let ticket = line.popFirst() {
      if jobs[Int(ticket)].isWaiting { failed.append(ticket) } else { free(ticket) }
      jobs[Int(ticket)].isWaiting = false
    }
    (busy, waiting) = (0, 0)
  }

  /// Resets the server to idle for another call, without figures.
  mutating func restart(call: UInt64, arrival: Nanoseconds) {
    outages = server.flatMap { ServerOutages($0, key, call: call, arrival: arrival) }
    figures = ResourceFigures()
    jobs.removeAll()
    unused = Self.none
    line.removeAll()
    failed.removeAll()
    (waiting, busy) = (0, 0)
  }

  /// Adds the time of the attempts that are in the server, from which the time of their starts has been subtracted.
  private mutating func addGoingOn(_ sign: Int128, _ now: Instant) {
    figures.waiting += sign * Int128(waiting) * Int128(now.sinceStart.count)
    figures.busy += sign * Int128(busy) * Int128(now.sinceStart.count)
  }

  mutating func takeFigures(_ now: Instant) -> ResourceFigures {
    addGoingOn(1, now)
    figures.present = count
    defer {
      figures = ResourceFigures()
      addGoingOn(-1, now)
    }
    return figures
  }
}
