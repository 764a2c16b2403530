import Retry
import RetryNumerics
import VirtualTime

/// The stage of a hedge, which runs several subscriptions of a source side by side.
final class HedgeStage: Stage {
  /// The first attempt or a hedge.
  private struct Attempt {
    let stage: Stage
    var began = Instant.start
    var grant: RetryBudget.Grant?
    /// Its values, which are sent if it wins.
    var values: [Value] = []
  }

  /// The first attempt, which stays from call to call, and the hedges so far.
  private var attempts: [Attempt]
  private let source: Source
  // Built when they start: nested hedges would otherwise have as many stages as the product of their numbers.
  private var hedges: InnerStages
  private let hedge: Hedge
  private let recent: Remembered<LatencyPercentile>
  private let budget: Remembered<RetryBudget.State>?
  private var race: Hedge.State
  private var launched = 0
  private var fault = Fault.unspecified
  private var owner = 0

  init(
    _ upstream: Stage, at source: Source, _ site: Site, _ hedge: Hedge,
    _ recent: Remembered<LatencyPercentile>, _ budget: Remembered<RetryBudget.State>?
  ) {
    attempts = [Attempt(stage: upstream)]
    (self.source, hedges) = (source, InnerStages(site))
    (self.hedge, self.recent, self.budget) = (hedge, recent, budget)
    race = Hedge.State(hedge, at: Nanoseconds.zero)
    super.init()
    upstream.attach(to: self)
  }

  override func start(_ run: inout Run) {
    owner = run.owner
    let now = run.now.sinceStart
    race = Hedge.State(hedge, percentile: recent[owner].current, at: now)
    launched = 0
    budget?[owner].callStarted(at: now)
    launch(nil, &run)
  }

  /// Starts an attempt; the first without a grant.
  private func launch(_ grant: RetryBudget.Grant?, _ run: inout Run) {
    let epoch = epoch
    let port = launched
    if port > 0 {
      guard let stage = hedges.take(source, &run) else { return }
      stage.attach(to: self, port: port)
      attempts.append(Attempt(stage: stage))
    }
    (attempts[port].began, attempts[port].grant) = (run.now, grant)
    attempts[port].values.removeAll(keepingCapacity: true)
    launched += 1
    attempts[port].stage.subscribe(&run)
    if isLive(since: epoch) { goOn(race.move(at: run.now.sinceStart), &run) }
  }

  private func goOn(_ move: Hedge.Move, _ run: inout Run) {
    switch move {
    case .launch: hedgeOnce(&run)
    case .wait(let end?):
      startTimer(after: Nanoseconds(end) - run.now.sinceStart, &run)
    case .wait(nil): stopTimer(&run)
    case .finish: finish(.failed(fault), &run)
    }
  }

  private func hedgeOnce(_ run: inout Run) {
    guard launched <= hedge.hedges else { return goOn(race.refused(), &run) }
    let now = run.now.sinceStart
    var grant: RetryBudget.Grant?
    if let budget {
      let answer = budget[owner].grant(after: .transient, at: now)
      guard budget.counted(answer), case .success(let granted) = answer else {
        recent.count(allowed: false)
        if run.isTraced { run.record(.note("\(budget.name) refuses a hedge")) }
        return goOn(race.refused(), &run)
      }
      grant = granted
    }
    if run.isTraced { run.record(.note("hedge \(launched)")) }
    _ = race.launched(at: now)
    recent.count(allowed: true)
    launch(grant, &run)
  }

  override func fire(_ run: inout Run) {
    goOn(race.move(at: run.now.sinceStart), &run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    precondition(port < launched, "hedge \(port) of \(launched) sends \(signal)")
    switch signal {
    case .value(let value): attempts[port].values.append(value)
    case .completed:
      budget?[owner].attemptEnded(.success, grant: attempts[port].grant.take())
      if hedge.percentile != nil {
        recent[owner].add(run.now.nanoseconds(since: attempts[port].began))
      }
      _ = race.succeeded()
      let epoch = epoch
      for value in attempts[port].values where isLive(since: epoch) { emit(value, &run) }
      if isLive(since: epoch) { finish(.completed, &run) }
    case .failed(let fault):
      self.fault = fault
      budget?[owner].attemptEnded(
        fault.isRefusal ? .ignored : .failure, grant: attempts[port].grant.take())
      goOn(race.failed(isFatal: fault.isRefusal, at: run.now.sinceStart), &run)
    }
  }

  override func release(_ run: inout Run) {
    for attempt in attempts where attempt.stage.isLive {
      attempt.stage.cancel(&run)
      budget?[owner].attemptEnded(.ignored, grant: attempt.grant)
    }
    for hedge in attempts.dropFirst() { hedges.giveBack(hedge.stage, &run) }
    attempts.removeSubrange(1...)
    budget?[owner].callEnded()
  }

  override var inputs: [Stage] { attempts.map(\.stage) }
}

extension Hedge: RememberedSettings {
  var fresh: LatencyPercentile { LatencyPercentile(percentile ?? 1) }
}

extension LatencyPercentile: StrategyMemory {
  var measure: StrategyMeasure? { .delay }

  func level(at now: Nanoseconds) -> Double? { current.map { Double($0.count) } }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    current.map { "hedges after \($0.brief)" }
  }
}
