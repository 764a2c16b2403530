import RetryNumerics
import VirtualTime

/// A server at work.
final class RunningServer: RunningResource {
  /// More attempts than this cannot wait, so that memory has an end.
  static let capacity = 1_000_000

  /// An attempt that was taken.
  private struct Job {
    /// Who waits for it; nobody where it was given up.
    var stage: Unmanaged<OperationStage>?
    /// How long it takes.
    let work: Nanoseconds
    var isWaiting: Bool
  }

  private let server: Server
  /// The attempts that were taken, by their tickets, which are used again.
  private var jobs: ContiguousArray<Job> = []
  private var freeTickets: [Int32] = []
  /// The tickets of those who wait, and of those who were let go and have not been passed yet.
  private var line = Fifo<Int32>()
  private var waiting = 0
  private var busy = 0
  private var idle: [ServiceStage] = []
  /// All slots that were ever used at a time; a link to one keeps none.
  private var slots: [ServiceStage] = []
  /// Up to when the figures that grow with time have been counted.
  private var settled = Instant.start

  /// Creates an idle server.
  init(_ server: Server) {
    self.server = server
    super.init(.server(server))
  }

  override func submit(_ stage: OperationStage, draws: Draws, _ run: inout Run) -> Bool {
    figures.arrived &+= 1
    settle(run.now)
    if busy == server.slots, waiting >= server.queue ?? Self.capacity {
      figures.refused &+= 1
      if server.queue == nil { run.stop(at: .crowd(Self.capacity)) }
      return false
    }
    var draws = draws
    let work = server.service.sample(using: &draws)
    let isWaiting = busy == server.slots
    let job = Job(stage: .passUnretained(stage), work: work, isWaiting: isWaiting)
    let ticket = keep(job)
    stage.ticket = Int64(ticket)
    if isWaiting {
      line.append(ticket)
      waiting &+= 1
      figures.longestQueue = max(figures.longestQueue, waiting)
    } else {
      busy &+= 1
      let slot = idle.popLast() ?? newSlot()
      slot.serve(ticket, for: work, &run)
    }
    return true
  }

  private func newSlot() -> ServiceStage {
    let slot = ServiceStage(self)
    slots.append(slot)
    return slot
  }

  private func keep(_ job: Job) -> Int32 {
    guard let free = freeTickets.popLast() else {
      jobs.append(job)
      return Int32(jobs.count - 1)
    }
    jobs[Int(free)] = job
    return free
  }

  override func abandon(_ stage: OperationStage, _ run: inout Run) {
    let place = Int(stage.ticket)
    jobs[place].stage = nil
    guard jobs[place].isWaiting else { return }
    figures.abandoned &+= 1
    guard server.abandoned == .dropped else { return }
    settle(run.now)
    jobs[place].isWaiting = false
    waiting &-= 1
    if line.count > 2 * waiting + 64 { sweep() }
  }

  /// Passes those in the line who were let go, before they become too many.
  private func sweep() {
    for ticket in line.removeAll(where: { !jobs[Int($0)].isWaiting }) { freeTickets.append(ticket) }
  }

  /// Ends the service of an attempt, begins that of the next, and tells who waits.
  func end(_ ticket: Int32, at slot: ServiceStage, _ run: inout Run) {
    settle(run.now)
    let job = jobs[Int(ticket)]
    freeTickets.append(ticket)
    figures.served &+= 1
    if let next = nextInLine() {
      jobs[Int(next)].isWaiting = false
      waiting &-= 1
      slot.serve(next, for: jobs[Int(next)].work, &run)
    } else {
      busy &-= 1
      idle.append(slot)
    }
    guard let stage = job.stage else { return figures.wasted &+= 1 }
    stage._withUnsafeGuaranteedRef {
      run.enter($0.client)
      $0.resourceAnswered(&run)
    }
  }

  /// Takes the next who waits; those who were let go are passed.
  private func nextInLine() -> Int32? {
    while let ticket = line.popFirst() {
      if jobs[Int(ticket)].isWaiting { return ticket }
      freeTickets.append(ticket)
    }
    return nil
  }

  override func settle(_ now: Instant) {
    let passed = now.nanoseconds(since: settled)
    guard passed > .zero else { return }
    figures.waiting += Int128(passed.count) * Int128(waiting)
    figures.busy += Int128(passed.count) * Int128(busy)
    settled = now
  }

  override func restart() {
    super.restart()
    jobs.removeAll(keepingCapacity: true)
    freeTickets.removeAll(keepingCapacity: true)
    line.removeAll()
    idle = slots
    (waiting, busy, settled) = (0, 0, .start)
  }
}

/// A slot of a server.
final class ServiceStage: Stage {
  private unowned let server: RunningServer
  private var ticket: Int32 = 0

  /// Creates a slot in which nobody is served.
  init(_ server: RunningServer) {
    self.server = server
    super.init()
    client = .nobody
  }

  /// Begins to serve an attempt.
  func serve(_ ticket: Int32, for work: Nanoseconds, _ run: inout Run) {
    self.ticket = ticket
    startTimer(after: work, &run)
  }

  override func fire(_ run: inout Run) {
    server.end(ticket, at: self, &run)
  }

  override var title: String { server.resource.name }

  override var activity: String { "serves" }
}
