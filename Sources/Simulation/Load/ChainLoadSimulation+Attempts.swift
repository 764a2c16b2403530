import Retry
import RetryNumerics
import VirtualTime

// The attempts of clients and their outcomes.

extension ChainLoadSimulation {
  /// Subscribes all layers below one and starts an attempt; returns whether it was accepted.
  @inline(__always)
  mutating func attempt(_ client: Int, below top: Int) -> Bool {
    let (row, now) = (chain.rows.head(client), now.sinceStart.count)
    row.pointee.now = now
    chain.subscribe(below: top, client)
    // From the outside in, as the engine sets its timers.
    for timer in 0..<timeouts.count where timeouts[timer] < top {
      let limit = chain.tables.steps[timeouts[timer]].limit
      events.start(timer, of: client, until: limit < ChainRun.latest ? now + limit : .max)
    }
    attempts &+= 1
    let (call, number) = (row.pointee.call, row.pointee.attempts)
    if number > 1 { retries &+= 1 }
    var draws = Draws(chain.operationKey, call: call, attempt: number, purpose: .attempt)
    let uniform = Double(unitOf: draws.nextBlock())
    let latency = latency ?? chain.operation.latency.sample(using: &draws)
    guard let ending = chain.ending(client, uniform, latency) else {
      preconditionFailure("the ends of attempts in a load are known beforehand")
    }
    row.pointee.end = ending.mark ?? ChainTables.none
    row.pointee.layer = -1
    guard isServed, !ending.isDown else {
      if ending.mark != nil { wake(client, after: ending.after) }
      return true
    }
    row.pointee.now = ending.after.count
    return isRow ? send(client, &draws) : submit(client, &draws)
  }

  /// Submits an attempt to the server; returns whether it was accepted.
  @inline(__always)
  private mutating func submit(_ client: Int, _ draws: inout Draws) -> Bool {
    if let index = line.refusal(now, &draws) {
      chain.rows[client].end = Int32(chain.ends.serverDown[index])
      guard timeDown > .zero else { return false }
      wake(client, after: timeDown)
      return true
    }
    guard line.admit() else {
      // Without a limit of its own, the queue is bounded only by what a run can hold.
      if server?.queue == nil {
        isHalted = true
        driver.ledger.stop = .crowd(RunningServer.capacity)
      }
      chain.rows[client].end = refused
      return false
    }
    let (service, isServed) = line.take(Int32(client), now, &draws)
    chain.rows[client].ticket = service.ticket
    if isServed { begin(service) }
    return true
  }

  /// Sends the request of an attempt to the row; returns whether it was accepted.
  private mutating func send(_ client: Int, _ draws: inout Draws) -> Bool {
    guard row.count < RunningServer.capacity else {
      isHalted = true
      driver.ledger.stop = .crowd(RunningServer.capacity)
      chain.rows[client].end = refused
      return false
    }
    let (ticket, time) = row.send(Int32(client), &draws)
    chain.rows[client].ticket = ticket
    events.serve(ticket, until: now.advanced(by: time))
    return true
  }

  @inline(__always)
  private mutating func begin(_ service: ServiceLine<Int32>.Service) {
    events.serve(service.ticket, until: now.advanced(by: service.time))
  }

  /// The signal that leaves the innermost layer when the current attempt was refused.
  @inline(__always)
  func refusal(of client: Int) -> Int32 { chain.firstMoves[Int(chain.rows[client].end)] }

  @inline(__always)
  mutating func end(_ ticket: Int32, _ hear: (ChainRun.End) -> Void) {
    let (owner, fault, next) = line.end(ticket, now)
    if let next { begin(next) }
    if let owner { answer(Int(owner), fault, after: .zero, hear) }
    while let client = line.nextFailed().map(Int.init) {
      chain.rows[client].ticket = ChainTables.none
      climb(client, from: 0, with: chain.firstMoves[chain.ends.expired], hear)
    }
  }

  mutating func reach(_ ticket: Int32, _ hear: (ChainRun.End) -> Void) {
    switch row.arrive(ticket, now) {
    case .reads(let time): events.serve(ticket, until: now.advanced(by: time))
    case .cancelled: break
    case .answers(let owner, let isConflict, let time):
      if let owner { answer(Int(owner), isConflict ? 0 : -1, after: time, hear) }
    }
  }

  /// Passes on the answer of the server or row, with the index of its error or -1.
  @inline(__always)
  private mutating func answer(
    _ client: Int, _ fault: Int, after time: Nanoseconds, _ hear: (ChainRun.End) -> Void
  ) {
    let row = chain.rows.head(client)
    row.pointee.ticket = ChainTables.none
    // A failure of the operation, on its side of the network, hides that of the service.
    if fault >= 0, !isScripted, row.pointee.end == chain.ends.ok {
      row.pointee.end = Int32(chain.ends.services[fault])
    }
    let mark = row.pointee.end
    guard mark != ChainTables.none else { return }
    let time = time + Nanoseconds(row.pointee.now)
    if time > .zero { return wake(client, after: time) }
    climb(client, from: 0, with: chain.firstMoves[Int(mark)], hear)
  }

  @inline(__always)
  mutating func goOn(_ client: Int, _ hear: (ChainRun.End) -> Void) {
    let row = chain.rows.head(client)
    var layer = Int(row.pointee.layer)
    if !row.pointee.isCalling {
      beginCall(client)
      layer = chain.layers
    } else if layer < 0 {
      return climb(client, from: 0, with: chain.firstMoves[Int(row.pointee.end)], hear)
    } else {
      endWait(client)
      guard chain.mayStart(layer, client, at: now.sinceStart.count) else {
        return climb(client, from: layer + 1, with: row.pointee.end, hear)
      }
    }
    if !attempt(client, below: layer) {
      climb(client, from: 0, with: refusal(of: client), hear)
    }
  }

  private func endWait(_ client: Int) {
    chain.rows[client].waited += now.sinceStart.count - chain.rows[client].now
  }

  /// Cancels everything inside an expired timeout.
  mutating func giveUp(_ client: Int, at layer: Int, _ hear: (ChainRun.End) -> Void) {
    let ticket = chain.rows[client].ticket
    if ticket != ChainTables.none {
      if isRow { row.abandon(ticket, now) } else { line.abandon(ticket, now) }
    }
    if chain.rows[client].layer >= 0 { endWait(client) }
    (chain.rows[client].ticket, chain.rows[client].awaited) = (ChainTables.none, 0)
    for below in 0...layer where timers[below] >= 0 { events.stop(timers[below], of: client) }
    let end = chain.tables.steps[layer].end
    climb(client, from: layer + 1, with: chain.tables.leave(layer, end), hear)
  }

  /// Passes a signal from layer to layer, until a layer waits or starts an accepted attempt, or the call ends.
  @inline(__always)
  mutating func climb(
    _ client: Int, from layer: Int, with mark: Int32, _ hear: (ChainRun.End) -> Void
  ) {
    var (layer, mark) = (layer, mark)
    while layer < chain.layers {
      if timers[layer] >= 0 { events.stop(timers[layer], of: client) }
      let signal = mark
      (layer, mark) = (layer + 1, chain.tables.leave(layer, signal))
      guard chain.tables.move(layer - 1, signal).isFailure else { continue }
      switch chain.ask(layer - 1, signal, client, at: now.sinceStart.count) {
      case .waits(let delay) where delay > .zero:
        let row = chain.rows.head(client)
        (row.pointee.end, row.pointee.layer) = (mark, Int16(truncatingIfNeeded: layer - 1))
        row.pointee.now = now.sinceStart.count
        return wake(client, after: delay)
      case .waits:
        guard chain.mayStart(layer - 1, client, at: now.sinceStart.count) else { continue }
        if isHalted || attempt(client, below: layer - 1) { return }
        (layer, mark) = (0, refusal(of: client))
      case .completes: mark = ChainRun.completed
      case .leaves: break
      }
    }
    end(client, with: mark, hear)
  }
}
