import RetryNumerics
import VirtualTime

/// What a server knows in a plain load; `RunningServer` does the same for stages.
struct PlainServer {
  /// An attempt that was taken.
  private struct Job {
    /// Who waits for it, or nobody where it was given up.
    var client: Int32
    var isWaiting: Bool
    /// How long it takes.
    let work: Nanoseconds
  }

  /// What it has seen since the present span began.
  var figures = ResourceFigures()
  private let slots: Int
  private let capacity: Int
  private let dropsAbandoned: Bool
  private var jobs = Slab<Job>()
  private var freeTickets: ContiguousArray<Int32> = []
  private var line = Fifo<Int32>()
  private var waiting = 0
  private var busy = 0
  private var settled = Nanoseconds.zero

  /// Creates an idle server.
  init(_ server: Server) {
    slots = server.slots
    capacity = server.queue ?? RunningServer.capacity
    dropsAbandoned = server.abandoned == .dropped
  }

  /// Whether an attempt that comes now is refused.
  @inline(__always)
  var isFull: Bool { busy == slots && waiting >= capacity }

  /// Takes an attempt of a client; tells its ticket, and whether it is served at once.
  @inline(__always)
  mutating func take(_ client: Int, work: Nanoseconds) -> (ticket: Int32, isServed: Bool) {
    let isServed = busy < slots
    let job = Job(client: Int32(client), isWaiting: !isServed, work: work)
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
    return (ticket, isServed)
  }

  /// Takes note that nobody waits for an attempt any more.
  mutating func abandon(_ ticket: Int32, _ now: Nanoseconds) {
    jobs[Int(ticket)].client = .nobody
    guard jobs[Int(ticket)].isWaiting else { return }
    figures.abandoned &+= 1
    guard dropsAbandoned else { return }
    settle(now)
    jobs[Int(ticket)].isWaiting = false
    waiting &-= 1
    if line.count > 2 * waiting + 64 {
      for ticket in line.removeAll(where: { !jobs[Int($0)].isWaiting }) {
        freeTickets.append(ticket)
      }
    }
  }

  /// Ends the service of an attempt; tells who waits for it, and which one is served next for how long.
  @inline(__always)
  mutating func end(_ ticket: Int) -> (client: Int32, next: (ticket: Int32, work: Nanoseconds)?) {
    let client = jobs[ticket].client
    freeTickets.append(Int32(ticket))
    figures.served &+= 1
    if client == .nobody { figures.wasted &+= 1 }
    while let next = line.popFirst() {
      guard jobs[Int(next)].isWaiting else {
        freeTickets.append(next)
        continue
      }
      jobs[Int(next)].isWaiting = false
      waiting &-= 1
      return (client, (next, jobs[Int(next)].work))
    }
    busy &-= 1
    return (client, nil)
  }

  /// Brings the figures that grow with time up to the present.
  @inline(__always)
  mutating func settle(_ now: Nanoseconds) {
    let passed = now - settled
    guard passed > .zero else { return }
    if waiting > 0 { figures.waiting += Int128(passed.count) * Int128(waiting) }
    figures.busy += Int128(passed.count) * Int128(busy)
    settled = now
  }
}
