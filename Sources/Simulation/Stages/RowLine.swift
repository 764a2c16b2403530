import RetryNumerics
import VirtualTime

/// The version of a row, and the requests on their way to it.
struct RowLine<Owner>: ~Copyable {
  /// An attempt, from its start to the answer to its write.
  struct Request {
    /// The owner; `nil` if it has been abandoned.
    var owner: Owner?
    var isReading = true
    /// Whether it was abandoned before it sent its write.
    var isCancelled = false
    let key: UInt64
    var version: UInt64 = 0
    var sends = Instant.never
    /// Whether it has read the version and may still write.
    var isPresent: Bool { !isReading && !isCancelled && !isOver }
    var isOver = false
    /// The times of its hops after the first.
    let hops: (answer: Nanoseconds, write: Nanoseconds, reply: Nanoseconds)
  }

  /// What happens when a request arrives at the row.
  enum Event {
    /// The version is read; the write arrives after this time.
    case reads(Nanoseconds)
    /// The write succeeds or conflicts; the owner hears after a time.
    case answers(Owner?, isConflict: Bool, after: Nanoseconds)
    /// The attempt was abandoned before it sent its write.
    case cancelled
  }

  private let hop: Distribution?
  private var version: UInt64 = 0
  /// The versions of rows by key, if calls have keys.
  private var versions: [UInt64: UInt64] = [:]
  private var figures = ResourceFigures()
  /// The requests by ticket; tickets are reused.
  private var requests = UnsafeArray<Request>()
  private var freeTickets: ContiguousArray<Int32> = []

  init(_ row: VersionedRow?) {
    hop = row?.hop
  }

  var count: Int { requests.count - freeTickets.count }

  /// Sends the request of an attempt; returns its ticket and the time until it arrives.
  @inline(__always)
  mutating func send(
    _ owner: Owner, key: UInt64 = 0, _ draws: inout Draws
  ) -> (ticket: Int32, time: Nanoseconds) {
    guard let hop else { return (0, .never) }
    // All hops are drawn now, because the draws of the attempt are not kept.
    let first = hop.sample(using: &draws)
    let answer = hop.sample(using: &draws)
    let write = hop.sample(using: &draws)
    let request = Request(
      owner: owner, key: key, hops: (answer, write, reply: hop.sample(using: &draws)))
    if let free = freeTickets.popLast() {
      requests[Int(free)] = request
      return (free, first)
    }
    requests.append(request)
    return (Int32(requests.count - 1), first)
  }

  @inline(__always)
  mutating func arrive(_ ticket: Int32, _ now: Instant) -> Event {
    let request = requests[Int(ticket)]
    precondition(!request.isOver, "request \(ticket) arrives after it was answered")
    if request.isReading {
      figures.arrived &+= 1
      guard request.owner != nil else {
        figures.abandoned &+= 1
        freeTickets.append(ticket)
        return .cancelled
      }
      requests[Int(ticket)].isReading = false
      requests[Int(ticket)].version = version(of: request.key)
      requests[Int(ticket)].sends = now.advanced(by: request.hops.answer)
      return .reads(request.hops.answer + request.hops.write)
    }
    freeTickets.append(ticket)
    requests[Int(ticket)].isOver = true
    if request.isCancelled { return .cancelled }
    let isConflict = request.version != version(of: request.key)
    if isConflict {
      figures.refused &+= 1
    } else {
      write(request.key)
      figures.served &+= 1
      if request.owner == nil { figures.wasted &+= 1 }
    }
    return .answers(request.owner, isConflict: isConflict, after: request.hops.reply)
  }

  /// Marks an attempt as abandoned; a write on its way still arrives.
  mutating func abandon(_ ticket: Int32, _ now: Instant) {
    requests[Int(ticket)].owner = nil
    guard !requests[Int(ticket)].isReading, now < requests[Int(ticket)].sends else { return }
    requests[Int(ticket)].isCancelled = true
    figures.abandoned &+= 1
  }

  mutating func restart() {
    figures = ResourceFigures()
    requests.removeAll()
    freeTickets.removeAll(keepingCapacity: true)
    version = 0
    versions.removeAll()
  }

  @inline(__always)
  private func version(of key: UInt64) -> UInt64 {
    key == 0 ? version : versions[key, default: 0]
  }

  @inline(__always)
  private mutating func write(_ key: UInt64) {
    if key == 0 { version &+= 1 } else { versions[key, default: 0] &+= 1 }
  }

  /// Returns the figures since they were last taken.
  mutating func takeFigures() -> ResourceFigures {
    figures.present = (0..<requests.count).count { requests[$0].isPresent }
    defer { figures = ResourceFigures() }
    return figures
  }
}
