import Retry
import RetryNumerics
import VirtualTime

/// Runs a plain load without stages: the same events in the same order, several times as fast.
struct PlainCrowd {
  /// One who calls, or a place for one.
  private struct Client {
    var call: UInt64 = 0
    var began = Nanoseconds.zero
    var waited = Nanoseconds.zero
    var waitBegan = Nanoseconds.zero
    var state = RetryState()
    var isCalling = false
    /// The number of attempts of the present call.
    var attempts: UInt32 = 0
    /// The position of the error with which the attempt will fail, or -1.
    var failure: Int32 = -1
    /// The ticket of the attempt at the server.
    var ticket: Int32 = -1
  }

  private let plain: PlainLoad
  private let limits: Limits
  private var ledger: Ledger
  private var events: PlainEvents
  private var server: PlainServer
  private var clients = Slab<Client>()
  /// Which of all attempts of a client is under way; it changes when that one is answered.
  private var serials = Slab<UInt32>()
  /// The clients that have no call, where calls come by chance.
  private var idle: ContiguousArray<Int> = []
  private var now = Nanoseconds.zero
  private var attempts: UInt64 = 0
  private var begunAtOnce = 0
  private var lastBegun = Nanoseconds.zero
  private var begunByChance: UInt64 = 0
  /// The clients of a closed loop.
  private let closed: Int?
  /// Whether the present call was stopped, and with it all others.
  private var isHalted = false

  /// Takes note of a load; nothing runs yet.
  init(_ plain: PlainLoad, limits: Limits) {
    self.plain = plain
    self.limits = limits
    ledger = Ledger(plain.load)
    events = PlainEvents(until: Instant(plain.load.duration))
    server = PlainServer(plain.server)
    closed = if case .closed(let count, _) = plain.load.arrivals { count } else { nil }
  }

  /// Runs the load from the start of time to its end, and tells of each call that counts when it ends.
  mutating func run(
    watching isUnwanted: (Nanoseconds) -> Bool, _ hear: (CallResult) -> Void
  ) -> LoadRecord {
    begin()
    var (eventsLeft, nextLook) = (Crowd.patience, UInt64(Crowd.patience))
    while ledger.stop == nil {
      guard let next = events.next(serials) else { break }
      now = Nanoseconds(next.at)
      switch next.1 {
      case .timeout(let client): giveUp(client, hear)
      case .event(.served, let ticket): end(ticket, hear)
      case .event(.again, let client): tryAgain(client, hear)
      case .event(.begin, let client): beginCall(client, hear)
      case .event(.arrival, _): arrive(hear)
      case .event(.tick, _): tick()
      }
      if attempts > UInt64(limits.attemptsOfAll) {
        ledger.stop = .attempts(limits.attemptsOfAll)
      }
      eventsLeft -= 1
      // An event may make many attempts at once.
      if eventsLeft == 0 || attempts > nextLook {
        (eventsLeft, nextLook) = (Crowd.patience, attempts + UInt64(Crowd.patience))
        events.sweep(serials)
        if isUnwanted(now) { ledger.stop = .person }
      }
    }
    let end = ledger.stop == nil ? plain.load.duration : now
    now = end
    return ledger.close(
      at: Instant(end), attempts, seen(end), [.server(plain.server)], leaving: unfinished)
  }
}

// MARK: - The clients

extension PlainCrowd {
  private mutating func begin() {
    if let closed {
      for client in 0..<closed {
        addClient()
        think(client, before: UInt64(client))
      }
    } else {
      events.schedule(.arrival, 0, at: gap(before: 0))
    }
    events.schedule(.tick, 0, at: ledger.spanEnd(after: .start).sinceStart)
  }

  private mutating func addClient() {
    clients.append(Client())
    serials.append(0)
  }

  private func gap(before call: UInt64) -> Nanoseconds {
    var draws = Draws(plain.clientKey, call: call, attempt: 0, purpose: .arrival)
    return plain.load.gaps.sample(using: &draws)
  }

  private mutating func think(_ client: Int, before call: UInt64) {
    clients[client].call = call
    events.schedule(.begin, client, at: now + gap(before: call))
  }

  private mutating func arrive(_ hear: (CallResult) -> Void) {
    let call = begunByChance
    begunByChance += 1
    events.schedule(.arrival, 0, at: now + gap(before: call + 1))
    if idle.isEmpty {
      guard clients.count < Load.mostClients else {
        ledger.stop = .crowd(Load.mostClients)
        return
      }
      addClient()
      idle.append(clients.count - 1)
    }
    let client = idle.removeLast()
    clients[client].call = call
    beginCall(client, hear)
  }

  private mutating func beginCall(_ client: Int, _ hear: (CallResult) -> Void) {
    begunAtOnce = now == lastBegun ? begunAtOnce + 1 : 1
    lastBegun = now
    if begunAtOnce > limits.events + clients.count { ledger.stop = .events(limits.events) }
    ledger.callBegan(Instant(now))
    clients[client].began = now
    clients[client].isCalling = true
    clients[client].waited = .zero
    clients[client].state = RetryState()
    clients[client].attempts = 0
    attempt(client, hear)
  }

  private mutating func tick() {
    ledger.cut(at: Instant(now), attempts, seen(now))
    events.schedule(.tick, 0, at: ledger.spanEnd(after: Instant(now)).sinceStart)
  }

  /// What the server has seen in the present span, which ends.
  private mutating func seen(_ end: Nanoseconds) -> [ResourceFigures] {
    server.settle(end)
    defer { server.figures = ResourceFigures() }
    return [server.figures]
  }
}

// MARK: - Attempts

extension PlainCrowd {
  /// Makes attempts until one is taken, or a wait comes between.
  @inline(__always)
  private mutating func attempt(_ client: Int, _ hear: (CallResult) -> Void) {
    repeat {
      attempts &+= 1
      serials[client] &+= 1
      clients[client].attempts &+= 1
      if let timeout = plain.timeout {
        events.giveUp(client, serials[client], at: now + timeout)
      }
      if submit(client) { return }
      // Who is refused has nothing to give up.
      serials[client] &+= 1
    } while fail(client, with: plain.refused, hear) && !isHalted
  }

  /// Hands an attempt to the server; tells whether it was taken.
  @inline(__always)
  private mutating func submit(_ client: Int) -> Bool {
    let (call, number) = (clients[client].call, clients[client].attempts)
    server.figures.arrived &+= 1
    server.settle(now)
    guard !server.isFull else {
      server.figures.refused &+= 1
      if plain.server.queue == nil { halt() }
      return false
    }
    var draws = Draws(plain.operationKey, call: call, attempt: number, purpose: .attempt)
    clients[client].failure = Int32(truncatingIfNeeded: plain.failure(luck: draws.unit()))
    let work = plain.server.service.sample(using: &draws)
    let (ticket, isServed) = server.take(client, work: work)
    clients[client].ticket = ticket
    if isServed { events.schedule(.served, Int(ticket), at: now + work) }
    return true
  }

  private mutating func halt() {
    isHalted = true
    ledger.stop = .crowd(RunningServer.capacity)
  }

  /// Ends a service.
  @inline(__always)
  private mutating func end(_ ticket: Int, _ hear: (CallResult) -> Void) {
    server.settle(now)
    let (client, next) = server.end(ticket)
    if let next { events.schedule(.served, Int(next.ticket), at: now + next.work) }
    guard client != .nobody else { return }
    // Whoever was to give up finds another attempt, or none.
    serials[Int(client)] &+= 1
    let failure = Int(clients[Int(client)].failure)
    if failure < 0 {
      end(Int(client), .success(plain.returns), hear)
    } else if fail(Int(client), with: failure, hear) {
      attempt(Int(client), hear)
    }
  }

  private mutating func giveUp(_ client: Int, _ hear: (CallResult) -> Void) {
    server.abandon(clients[client].ticket, now)
    if fail(client, with: plain.timedOut, hear) { attempt(client, hear) }
  }

  private mutating func tryAgain(_ client: Int, _ hear: (CallResult) -> Void) {
    clients[client].waited += now - clients[client].waitBegan
    attempt(client, hear)
  }

  /// Decides after a failure; tells whether to try again at once.
  @inline(__always)
  private mutating func fail(
    _ client: Int, with position: Int, _ hear: (CallResult) -> Void
  ) -> Bool {
    var draws = Draws(
      plain.policyKey, call: clients[client].call,
      attempt: UInt32(truncatingIfNeeded: clients[client].state.count + 1), purpose: .jitter)
    let decision = plain.rules?.decide(
      isRetryable: plain.failures[position].isRetried, hint: plain.failures[position].hint,
      elapsed: now - clients[client].began, state: &clients[client].state, using: &draws)
    switch decision {
    case .retry(let delay, _):
      if delay.nanoseconds == .zero { return true }
      clients[client].waitBegan = now
      events.schedule(.again, client, at: now + delay.nanoseconds)
    case .complete: end(client, .completed, hear)
    case .fail, .ask, nil: end(client, .failure(plain.failures[position].fault), hear)
    }
    return false
  }

  @inline(__always)
  private func result(_ client: Client, _ outcome: Outcome) -> CallResult {
    var tally = Tally()
    tally.attempts = Int(client.attempts)
    tally.waited = client.waited
    if case .success = outcome { tally.values = 1 }
    return CallResult(
      call: client.call, outcome: outcome, duration: now - client.began, tally: tally)
  }

  /// The calls that have not ended, as far as they have come.
  private var unfinished: [CallResult] {
    (0..<clients.count).filter { clients[$0].isCalling }.map {
      result(clients[$0], .hung(on: []))
    }
  }

  /// Ends a call; a closed loop goes on.
  @inline(__always)
  private mutating func end(
    _ client: Int, _ outcome: Outcome, _ hear: (CallResult) -> Void
  ) {
    let result = result(clients[client], outcome)
    let began = clients[client].began
    clients[client].isCalling = false
    ledger.callEnded(result, Instant(now))
    if began >= plain.load.warmup { hear(result) }
    if let closed {
      think(client, before: result.call + UInt64(closed))
    } else {
      idle.append(client)
    }
  }
}
