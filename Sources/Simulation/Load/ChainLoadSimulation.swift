import RetryNumerics
import VirtualTime

/// Runs a load of chains without stages: the same events in the same order, several times faster.
package struct ChainLoadSimulation: ~Copyable {
  private let load: Load
  private let limits: Limits
  let chain: ChainRun
  let refused: Int32
  private let isSuccess: UnsafeArray<Bool>
  /// The latency of the operation, if it is constant.
  let latency: Nanoseconds?
  /// The time after which attempts fail in an outage of the server.
  let timeDown: Nanoseconds
  /// The index of the timeout of each layer, or -1, and the layers of the timeouts, from the outside in.
  let timers: UnsafeArray<Int>
  let timeouts: UnsafeArray<Int>
  let server: Server?
  let isServed: Bool
  let isScripted: Bool
  var line: ServiceLine<Int32>
  let isRow: Bool
  var row: RowLine<Int32>
  var driver: LoadDriver
  var events: ChainLoadEvents
  private var clients = 0
  /// The idle clients of an open load.
  private var idle: ContiguousArray<Int> = []
  var now = Instant.start
  var attempts: UInt64 = 0
  /// The number of those that were not the first of their call.
  var retries: UInt64 = 0
  /// The number of clients of a closed load.
  private let closed: Int?
  /// Whether the current call was stopped, which stops all others.
  var isHalted = false

  /// Creates a simulation for a load without running it, unless it requires stages.
  init?(
    _ plan: LoadPlan, seed: UInt64, limits: Limits, isInterrupted: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) {
    guard case .success(let chain) = plan.chain else { return nil }
    let load = plan.load
    let run = ChainRun(
      chain, seed: seed, rows: 0, inLoad: true,
      counting: FunctionCalls(limits: limits, isInterrupted))
    guard run.isWithinLimitsInLoad else { return nil }
    self.load = load
    self.limits = limits
    closed = if case .closed(let count, _, _) = load.populations[0].arrivals { count } else { nil }
    self.chain = run
    refused = Int32(chain.ends.refused)
    isSuccess = UnsafeArray(run.outcomes.map(\.isSuccess))
    latency = if case .constant(let time) = run.operation.latency.law { time } else { nil }
    let server: Server? =
      if case .server(let server)? = chain.operation.resource { server } else { nil }
    self.server = server
    timeDown = server?.outages?.latency ?? .zero
    let order = (0..<run.tables.timeouts.count).map { run.tables.timeouts[$0] }
    timeouts = UnsafeArray(order)
    timers = UnsafeArray(chain.layers.indices.map { order.firstIndex(of: $0) ?? -1 })
    let row: VersionedRow? =
      if case .row(let row)? = chain.operation.resource { row } else { nil }
    isRow = row != nil
    self.row = RowLine(row)
    isServed = chain.operation.resource != nil
    isScripted = !chain.operation.script.isEmpty
    line = ServiceLine(server, DrawKey(seed: seed, name: server?.name ?? ""))
    driver = LoadDriver(load, seed: seed, limits: limits, isInterrupted, progress)
    events = ChainLoadEvents(
      until: Instant(load.duration), horizon: load.horizon, timeouts: timeouts.count)
  }

  /// Runs a load, unless it requires stages; reports its possible outcomes first, then how each measured call ends, and
  /// those that do not.
  package static func run(
    _ plan: LoadPlan, seed: UInt64, limits: Limits, isInterrupted: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (Double) -> Void)? = nil, outcomes: ([Outcome]) -> Void,
    counting hear: (ChainRun.End) -> Void, unended: (CallResult) -> Void
  ) -> LoadRecord? {
    guard
      var simulation = ChainLoadSimulation(
        plan, seed: seed, limits: limits, isInterrupted: isInterrupted, progress: progress)
    else { return nil }
    outcomes(simulation.chain.outcomes)
    return simulation.run(counting: hear, unended: unended)
  }

  /// Runs the load and reports each measured call when it ends, and those that do not end.
  mutating func run(
    _ hear: (CallResult) -> Void, unended: (CallResult) -> Void
  ) -> LoadRecord {
    let chain = chain
    return run(
      counting: { hear(chain.result($0, chain.outcomes[$0.outcome])) }, unended: unended)
  }

  /// Runs the load and reports how each measured call ends, and those that do not.
  private mutating func run(
    counting hear: (ChainRun.End) -> Void, unended hearUnended: (CallResult) -> Void
  ) -> LoadRecord {
    chain.functionCalls.counting { record(hear, unended: hearUnended) }
  }

  private mutating func record(
    _ hear: (ChainRun.End) -> Void, unended hearUnended: (CallResult) -> Void
  ) -> LoadRecord {
    begin()
    goOn(hear)
    if driver.ledger.isOpen { now = Instant(load.duration) }
    driver.ledger.close(at: now, counts, seen, chain.operation.resource.map { [$0] } ?? [])
    events.drain()
    goOn(hear)
    // Of a load that was cut off, nobody knows how they would have ended.
    guard driver.ledger.stop == nil else { return driver.ledger.record }
    now = load.horizon
    for client in 0..<clients where chain.rows[client].isCalling {
      guard chain.rows[client].began.sinceStart >= load.warmup else { continue }
      hearUnended(chain.result(end(of: client, ChainTables.none), .hung(on: [])))
    }
    return driver.ledger.record
  }

  /// Runs events as long as there is something to wait for.
  private mutating func goOn(_ hear: (ChainRun.End) -> Void) {
    let most = UInt64(limits.attemptsOfAll)
    var functionCalls = chain.functionCallCount
    var (eventsLeft, nextLook) = (
      LoadSimulation.eventsBetweenChecks, min(UInt64(LoadSimulation.eventsBetweenChecks), most)
    )
    while driver.ledger.goesOn, let (at, event) = next() {
      now = at
      if at.sinceStart.count >= driver.ledger.nextMark { driver.ledger.passMark(at, attempts) }
      switch event {
      case .client(let client, let awaited) where chain.rows[client].awaited == awaited:
        goOn(client, hear)
      case .client: break
      case .timeout(let timer, let client): giveUp(client, at: timeouts[timer], hear)
      case .served(let ticket):
        if isRow { reach(ticket, hear) } else { end(ticket, hear) }
      case .arrival: arrive(hear)
      case .tick: tick()
      }
      if chain.functionCallCount != functionCalls {
        functionCalls = chain.functionCallCount
        judgeFunctionCalls()
      }
      eventsLeft -= 1
      // An event may make many attempts at once.
      if eventsLeft == 0 || attempts > nextLook {
        if attempts > most { driver.ledger.stop = .attempts(limits.attemptsOfAll) }
        eventsLeft = LoadSimulation.eventsBetweenChecks
        nextLook = min(attempts + UInt64(LoadSimulation.eventsBetweenChecks), most)
        events.sweep(clients: clients) { chain.rows[$0].awaited }
        driver.ledger.look(at: now)
      }
    }
  }
}

extension ChainLoadSimulation {
  /// Stops the load if closures call too many functions in a call or in all calls, as the engine would.
  private mutating func judgeFunctionCalls() {
    if chain.mostFunctionCalls > limits.events { driver.ledger.stop = .events(limits.events) }
    if chain.functionCallCount > limits.eventsOfAll {
      driver.ledger.stop = .events(limits.eventsOfAll)
    }
    if chain.functionCalls.takeInterruption() { driver.ledger.stop = .person }
  }
}

// MARK: - The clients

extension ChainLoadSimulation {
  /// Returns the next event; of many clients, those that come soon are loaded into the cache together.
  @inline(__always)
  private mutating func next() -> (at: Instant, ChainLoadEvents.Event)? {
    events.next(expecting: { chain.rows.prefetch($0) }) { ticket in
      guard !isRow, let owner = line.owner(of: ticket) else { return }
      chain.rows.prefetch(Int(owner))
    }
  }

  private mutating func begin() {
    if let closed {
      chain.rows.reserve(closed)
      while clients < closed, let client = another() { think(client, before: UInt64(client)) }
    } else {
      events.arrive(at: now.advanced(by: driver.gap(before: 0, of: 0, at: now)))
    }
    events.tick(at: driver.ledger.spanEnd(after: .start))
  }

  /// Adds a client; returns `nil` if there are too many.
  private mutating func another() -> Int? {
    guard clients < Load.mostClients else {
      driver.ledger.stop = .crowd(Load.mostClients)
      return nil
    }
    chain.addRow()
    events.addClient()
    clients += 1
    return clients - 1
  }

  private mutating func think(_ client: Int, before call: UInt64) {
    chain.restart(call, in: client)
    wake(client, after: driver.gap(before: call, of: 0, at: now))
  }

  @inline(__always)
  mutating func wake(_ client: Int, after time: Nanoseconds) {
    chain.rows[client].awaited = events.wake(client, at: now.advanced(by: time))
  }

  private mutating func arrive(_ hear: (ChainRun.End) -> Void) {
    // The next arrival is scheduled before this call does anything, as on the engine.
    let (call, gap) = driver.arrive(at: 0, now)
    events.arrive(at: now.advanced(by: gap))
    guard let client = idle.popLast() ?? another() else { return }
    chain.restart(call, in: client)
    goOn(client, hear)
  }

  @inline(__always)
  mutating func beginCall(_ client: Int) {
    driver.callBegan(at: now, clients: clients)
    let row = chain.rows.head(client)
    assert(!row.pointee.isCalling, "client \(client) begins a call during another")
    row.pointee.began = now
    row.pointee.isCalling = true
  }

  private mutating func tick() {
    driver.ledger.cut(at: now, counts, seen)
    events.tick(at: driver.ledger.spanEnd(after: now))
  }

  private var counts: AttemptCounts { AttemptCounts(all: attempts, retries: retries) }

  /// The figures of the server in the span that now ends.
  private var seen: [ResourceFigures] {
    mutating get { isServed ? [isRow ? row.takeFigures() : line.takeFigures(now)] : [] }
  }
}

// MARK: - Ends of calls

extension ChainLoadSimulation {
  /// How far the call of a client has come, which may be its end.
  @inline(__always)
  private func end(of client: Int, _ mark: Int32) -> ChainRun.End {
    let row = chain.rows.head(client)
    return ChainRun.End(
      call: row.pointee.call, outcome: Int(mark), attempts: Int(row.pointee.attempts),
      duration: now.nanoseconds(since: row.pointee.began),
      waited: Nanoseconds(row.pointee.waited))
  }

  /// Ends a call; a closed client continues.
  @inline(__always)
  mutating func end(_ client: Int, with mark: Int32, _ hear: (ChainRun.End) -> Void) {
    assert(chain.rows[client].isCalling, "a call of client \(client) ends that has not begun")
    let end = end(of: client, mark)
    chain.rows[client].isCalling = false
    let isMeasured = driver.callEnded(
      isSuccess[Int(mark)], after: end.duration, began: chain.rows[client].began, at: now)
    if isMeasured { hear(end) }
    switch driver.next(after: end.call, of: 0, at: now) {
    case .thinks(let call): think(client, before: call)
    case .isIdle: idle.append(client)
    case .isDone: break
    }
  }
}
