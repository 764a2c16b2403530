import RetryNumerics
import VirtualTime

/// A running load: clients with their own plans over one event queue.
///
///     let simulation = LoadSimulation(load, seed: 42)
///     let record = simulation.run { result in print(result.duration) }
package final class LoadSimulation {
  /// Receives each measured call when it ends.
  package typealias Hearer = (CallResult) -> Void

  private let plan: LoadPlan
  private let seed: UInt64
  private let limits: Limits
  private let isInterrupted: (@Sendable () -> Bool)?
  private let progress: (@Sendable (Double) -> Void)?
  private var driver: LoadDriver
  private let shared = SharedResources()
  private var clients: [ClientStage] = []
  private var populations: [PopulationState]
  /// The end of the current span.
  private var ticks: Alarm?
  /// The strategies of the plans, without those that closures make.
  private(set) var strategies: [RunningStrategy] = []
  private var hear: Hearer?
  var traced: UInt64?
  private(set) var trace: Trace?
  /// The moment of the traced call to stop at, if any.
  var wanted: Int?
  var snapshot: Snapshot? { didSet { isSeen = snapshot != nil } }
  /// Whether the traced call has been seen as far as it was asked for.
  private var isSeen = false
  /// The number of events so far.
  private var steps = 0
  /// The client that makes the traced call, and its moments and events so far.
  var tracedClient: (client: ClientStage, moment: Int, events: Int)?

  /// The number of events between checks for cancellation.
  static let eventsBetweenChecks = 1024

  package convenience init(
    _ load: Load, seed: UInt64, limits: Limits = Limits(),
    isInterrupted: (@Sendable () -> Bool)? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.init(
      LoadPlan(load, limits: limits), seed: seed, limits: limits, isInterrupted: isInterrupted,
      progress: progress)
  }

  package init(
    _ plan: LoadPlan, seed: UInt64, limits: Limits = Limits(),
    isInterrupted: (@Sendable () -> Bool)? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.plan = plan
    self.seed = seed
    self.limits = limits
    self.isInterrupted = isInterrupted
    self.progress = progress
    populations = plan.load.populations.map { _ in PopulationState(ActorTable(seed: seed)) }
    driver = LoadDriver(plan.load, seed: seed, limits: limits, isInterrupted, progress)
  }

  private var load: Load { plan.load }

  /// Runs the load and reports each measured call when it ends, and at last those that do not end.
  ///
  /// Common shapes run on a faster path unless stages are requested.
  package func run(
    onStages: Bool = false, _ hear: @escaping Hearer = { _ in },
    unended hearUnended: Hearer = { _ in }
  ) -> LoadRecord {
    if !onStages, traced == nil,
      var simulation = ChainLoadSimulation(
        plan, seed: seed, limits: limits, isInterrupted: isInterrupted, progress: progress)
    {
      return simulation.run(hear, unended: hearUnended)
    }
    self.hear = hear
    var run = Run(limits: limits, isInterrupted: isInterrupted)
    return run.functionCalls.counting { record(&run, unended: hearUnended) }
  }

  private func record(_ run: inout Run, unended hearUnended: Hearer) -> LoadRecord {
    begin(&run)
    goOn(until: Instant(load.duration), &run)
    let closing = driver.ledger.isOpen ? Instant(load.duration) : run.now
    let resources = shared.resources
    driver.ledger.close(
      at: closing, run.counts, resources.map { $0.takeFigures(closing) },
      resources.map(\.resource), strategies)
    goOn(until: load.horizon, &run)
    if driver.ledger.stop == nil { reportUnended(at: load.horizon, &run, hearUnended) }
    return driver.ledger.record
  }

  /// Runs events up to an instant, as long as there is something to wait for.
  private func goOn(until end: Instant, _ run: inout Run) {
    var before = run.counts.all
    while driver.ledger.goesOn, !isSeen, run.stepConcurrently(until: end) {
      // The event is already processed, and belongs to the next second or phase.
      if run.now.sinceStart.count >= driver.ledger.nextMark {
        driver.ledger.passMark(run.now, before)
      }
      before = run.counts.all
      if run.isHalted { halt(&run) }
      if let limit = run.serviceStop { driver.ledger.stop = limit }
      if wanted != nil { follow(&run) }
      steps += 1
      let (attempts, events) = (limits.attemptsOfAll, limits.eventsOfAll)
      if run.attempts > UInt64(attempts) { driver.ledger.stop = .attempts(attempts) }
      if run.attemptsUnderWay > Limits.mostAttemptsUnderWay {
        driver.ledger.stop = .crowd(Limits.mostAttemptsUnderWay)
      }
      if max(steps, run.functionCallCount) > events { driver.ledger.stop = .events(events) }
      if steps.isMultiple(of: Self.eventsBetweenChecks) { driver.ledger.look(at: run.now) }
    }
  }

  /// Reports the measured calls that have not ended; of a load that was cut off, nobody knows how they would have.
  private func reportUnended(at end: Instant, _ run: inout Run, _ hear: Hearer) {
    for client in clients where client.root.isLive {
      run.enter(client.client)
      let result = run.result(.hung(on: []), at: end)
      if end.sinceStart - result.duration >= load.warmup { hear(result) }
    }
  }
}

// MARK: - The clients

extension LoadSimulation {
  private func begin(_ run: inout Run) {
    for (index, population) in load.populations.enumerated() {
      switch population.arrivals {
      case .closed(let count, _, _):
        for number in 0..<count {
          guard let client = another(of: index, &run) else { break }
          think(client, before: UInt64(number), &run)
        }
      case .rated:
        // The first client is built immediately, so that all spans know the shared resources.
        populations[index].idle.append(newClient(of: index, &run))
        let alarm = Alarm { [unowned self] run in arrive(at: index, &run) }
        populations[index].arrivals = alarm
        alarm.startTimer(after: driver.gap(before: 0, of: index, at: run.now), &run)
      }
    }
    strategies = shared.strategies
    ticks = Alarm { [unowned self] run in cut(&run) }
    awaitTick(&run)
  }

  private func cut(_ run: inout Run) {
    let now = run.now
    driver.ledger.cut(
      at: now, run.counts, shared.resources.map { $0.takeFigures(now) },
      strategies.map { $0.takeFigures(now) })
    awaitTick(&run)
  }

  private func awaitTick(_ run: inout Run) {
    ticks?.startTimer(
      after: driver.ledger.spanEnd(after: run.now).nanoseconds(since: run.now), &run)
  }

  private func newClient(of population: Int, _ run: inout Run) -> ClientStage {
    var site = Site(limits: limits)
    site.shared = shared
    let (root, actors) = populations[population].parts.plan(
      for: load.populations[population].source, at: site)
    let client = ClientStage(
      self, RootStage(root), of: population, index: run.addClient(actors))
    clients.append(client)
    return client
  }

  private func think(_ client: ClientStage, before call: UInt64, _ run: inout Run) {
    client.call = driver.number(call, of: client.population)
    let gap = driver.gap(before: call, of: client.population, at: run.now)
    client.startTimer(after: gap, &run)
  }

  /// Starts a call that has arrived and schedules the next arrival.
  private func arrive(at population: Int, _ run: inout Run) {
    let (call, gap) = driver.arrive(at: population, run.now)
    populations[population].arrivals?.startTimer(after: gap, &run)
    guard let client = populations[population].idle.popLast() ?? another(of: population, &run)
    else { return }
    client.call = call
    run.enter(client.client)
    begin(client, &run)
  }

  /// Adds a client; returns `nil` if there are too many.
  private func another(of population: Int, _ run: inout Run) -> ClientStage? {
    guard clients.count < Limits.mostPlans else {
      driver.ledger.stop = .crowd(Limits.mostPlans)
      return nil
    }
    return newClient(of: population, &run)
  }

  func begin(_ client: ClientStage, _ run: inout Run) {
    let recorder = traced == client.call ? Recorder(limits) : nil
    run.begin(call: client.call, recorder: recorder)
    run.key = load.populations[client.population].key(of: client.call, driver.key)
    run.owner = load.owner(of: client.call, driver.key)
    driver.callBegan(at: run.now, clients: clients.count)
    client.root.subscribe(&run)
    if wanted != nil, traced == client.call, client.root.isLive {
      tracedClient = (client, 1, run.recordedCount)
      if wanted == 1 { snapshot = Snapshot(of: client, at: 1, run, strategies) }
    }
  }

  /// Records the end of a client's call; a closed client continues.
  func end(_ client: ClientStage, _ outcome: Outcome, _ run: inout Run) {
    if run.isTraced {
      run.record(.end(outcome))
      keepTrace(outcome, &run)
      if let trace, let wanted {
        snapshot = Snapshot(
          of: client, over: trace, at: min(wanted, tracedClient.map { $0.moment + 1 } ?? 1))
      }
    }
    let (result, began) = run.endConcurrently(outcome)
    let isMeasured = driver.callEnded(
      outcome.isSuccess, after: result.duration, began: began, at: run.now)
    if isMeasured { hear?(result) }
    switch driver.next(after: client.call, of: client.population, at: run.now) {
    case .thinks(let call): think(client, before: call, &run)
    case .isIdle: populations[client.population].idle.append(client)
    case .isDone: break
    }
  }

  /// Ends the current call, which was stopped.
  ///
  /// If the cause is external, ends all calls.
  private func halt(_ run: inout Run) {
    guard run.client > .nobody, let outcome = run.haltOutcome else { return }
    switch outcome {
    case .stopped(.person): driver.ledger.stop = .person
    case .stopped(.crowd(let count)): driver.ledger.stop = .crowd(count)
    default:
      let client = clients[Int(run.client)]
      client.root.cancel(&run)
      run.releaseRetired()
      end(client, outcome, &run)
    }
  }

  /// The outages and bursts during the current call, counted from its start.
  private func disruptions(of run: borrowing Run) -> [Disruption] {
    shared.disruptions(until: run.now).compactMap { $0.seen(from: run.callBegan) }
  }

  private func keepTrace(_ outcome: Outcome, _ run: inout Run) {
    let recorder = run.takeRecorder()
    isSeen = true
    trace = Trace(
      seed: seed, result: run.result(outcome),
      events: recorder?.events.map { $0.counted(from: run.callBegan) } ?? [],
      isCut: recorder?.isFull ?? false, disruptions: disruptions(of: run))
  }
}
