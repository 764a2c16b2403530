import RetryNumerics
import VirtualTime

/// A running load: clients with their own plans over one event queue.
///
/// Calls are numbered so that their draws do not depend on their order: call k of client c out of n has the number
/// k · n + c. Calls of an open load are numbered in order of arrival. Of p loads side by side, the call that would have
/// the number k in the load with index i alone has the number k · p + i.
///
///     let simulation = LoadSimulation(load, seed: 42)
///     let record = simulation.run { result in print(result.duration) }
package final class LoadSimulation {
  /// Receives each measured call when it ends.
  package typealias Hearer = (CallResult) -> Void

  private let load: Load
  private let seed: UInt64
  private let limits: Limits
  private let isInterrupted: (@Sendable () -> Bool)?
  private let progress: (@Sendable (Double) -> Void)?
  private let key: DrawKey
  private var ledger: Ledger
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
  /// The calls started at the current instant.
  private var begunAtOnce = 0
  private var lastBegun = Instant.start

  /// The number of events between checks for cancellation.
  static let patience = 1024

  package init(
    _ load: Load, seed: UInt64, limits: Limits = Limits(),
    isInterrupted: (@Sendable () -> Bool)? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.load = load
    self.seed = seed
    self.limits = limits
    self.isInterrupted = isInterrupted
    self.progress = progress
    key = Self.key(seed: seed)
    populations = load.populations.map { _ in PopulationState(ActorTable(seed: seed)) }
    ledger = Ledger(load, seed: seed, isInterrupted, progress)
  }

  static func key(seed: UInt64) -> DrawKey { DrawKey(seed: seed, name: "clients") }

  /// Returns why a load requires stages, or `nil` if a faster path gives the same results.
  package static func obstacle(to load: Load, limits: Limits) -> Chain.UnsupportedReason? {
    do throws(Chain.UnsupportedReason) {
      _ = try Chain(load, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  /// Runs the load and reports each measured call when it ends, and at last those that do not end.
  ///
  /// Common shapes run on a faster path unless stages are requested.
  package func run(
    onStages: Bool = false, _ hear: @escaping Hearer = { _ in },
    unended hearUnended: Hearer = { _ in }
  ) -> LoadRecord {
    if !onStages, traced == nil,
      var simulation = ChainLoadSimulation(
        load, seed: seed, limits: limits, isInterrupted: isInterrupted, progress: progress)
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
    let closing = ledger.isOpen ? Instant(load.duration) : run.now
    let resources = shared.resources
    ledger.close(
      at: closing, run.counts, resources.map { $0.takeFigures(closing) },
      resources.map(\.resource), strategies)
    goOn(until: load.horizon, &run)
    if ledger.stop == nil { tellUnended(at: load.horizon, &run, hearUnended) }
    return ledger.record
  }

  /// Runs events up to an instant, as long as there is something to wait for.
  private func goOn(until end: Instant, _ run: inout Run) {
    var before = run.counts.all
    while ledger.goesOn, !isSeen, run.stepBeside(until: end) {
      // The event is already processed, and belongs to the next second or phase.
      if run.now.sinceStart.count >= ledger.nextMark { ledger.passMark(run.now, before) }
      before = run.counts.all
      if run.isHalted { halt(&run) }
      if let limit = run.serviceStop { ledger.stop = limit }
      if wanted != nil { follow(&run) }
      steps += 1
      let (attempts, events) = (limits.attemptsOfAll, limits.eventsOfAll)
      if run.attempts > UInt64(attempts) { ledger.stop = .attempts(attempts) }
      if run.attemptsUnderWay > Limits.mostAttemptsUnderWay {
        ledger.stop = .crowd(Limits.mostAttemptsUnderWay)
      }
      if max(steps, run.functionCallCount) > events { ledger.stop = .events(events) }
      if steps.isMultiple(of: Self.patience) { ledger.look(at: run.now) }
    }
  }

  /// Reports the measured calls that have not ended; of a load that was cut off, nobody knows how they would have.
  private func tellUnended(at end: Instant, _ run: inout Run, _ hear: Hearer) {
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
        alarm.startTimer(after: gap(before: 0, of: index, &run), &run)
      }
    }
    strategies = shared.strategies
    ticks = Alarm { [unowned self] run in cut(&run) }
    awaitTick(&run)
  }

  private func cut(_ run: inout Run) {
    let now = run.now
    ledger.cut(
      at: now, run.counts, shared.resources.map { $0.takeFigures(now) },
      strategies.map { $0.takeFigures(now) })
    awaitTick(&run)
  }

  private func awaitTick(_ run: inout Run) {
    ticks?.startTimer(after: ledger.spanEnd(after: run.now).nanoseconds(since: run.now), &run)
  }

  /// Returns the number of a call among the calls of all populations.
  private func number(_ call: UInt64, of population: Int) -> UInt64 {
    call * UInt64(load.populations.count) + UInt64(population)
  }

  /// Returns the time before a call, after which no call starts if its population ends before.
  private func gap(before call: UInt64, of index: Int, _ run: inout Run) -> Nanoseconds {
    let population = load.populations[index]
    let gap = population.gap(
      before: call, drawing: number(call, of: index), at: run.now, key)
    return run.now.sinceStart + gap <= population.duration ? gap : .never
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
    client.call = number(call, of: client.population)
    client.startTimer(after: gap(before: call, of: client.population, &run), &run)
  }

  /// Starts a call that has arrived and schedules the next arrival.
  private func arrive(at population: Int, _ run: inout Run) {
    let call = populations[population].arrived
    populations[population].arrived += 1
    let gap = gap(before: call + 1, of: population, &run)
    populations[population].arrivals?.startTimer(after: gap, &run)
    guard let client = populations[population].idle.popLast() ?? another(of: population, &run)
    else { return }
    client.call = number(call, of: population)
    run.enter(client.client)
    begin(client, &run)
  }

  /// Adds a client; returns `nil` if there are too many.
  private func another(of population: Int, _ run: inout Run) -> ClientStage? {
    guard clients.count < Limits.mostPlans else {
      ledger.stop = .crowd(Limits.mostPlans)
      return nil
    }
    return newClient(of: population, &run)
  }

  func begin(_ client: ClientStage, _ run: inout Run) {
    begunAtOnce = run.now == lastBegun ? begunAtOnce + 1 : 1
    lastBegun = run.now
    if begunAtOnce > limits.events + clients.count { ledger.stop = .events(limits.events) }
    let recorder = traced == client.call ? Recorder(limits) : nil
    run.begin(call: client.call, recorder: recorder)
    run.key = load.populations[client.population].key(of: client.call, key)
    run.owner = load.owner(of: client.call, key)
    ledger.callBegan(run.now)
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
    let (result, began) = run.endBeside(outcome)
    ledger.callEnded(result, run.now)
    if began.sinceStart >= load.warmup {
      ledger.measuredCallEnded(outcome.isSuccess)
      hear?(result)
    }
    let population = load.populations[client.population]
    guard population.clients > 0 else { return populations[client.population].idle.append(client) }
    let next = client.call / UInt64(load.populations.count) + UInt64(population.clients)
    guard next < population.lastCall else { return ledger.clientDone(run.now) }
    think(client, before: next, &run)
  }

  /// Ends the current call, which was stopped.
  ///
  /// If the cause is external, ends all calls.
  private func halt(_ run: inout Run) {
    guard run.client > .nobody, let outcome = run.haltOutcome else { return }
    switch outcome {
    case .stopped(.person): ledger.stop = .person
    case .stopped(.crowd(let count)): ledger.stop = .crowd(count)
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
