import Retry
import RetryNumerics
import VirtualTime

/// The state that calls share: servers, channels and strategies.
///
/// A single call finds everything idle; concurrent calls compete for it.
final class SharedResources {
  /// The maximum number of strategies that are kept.
  private static let capacity = 1000

  private var known: [Resource: RunningResource] = [:]
  /// The resources, in order of first use.
  private(set) var resources: [RunningResource] = []
  private var caches: [SharedCache: RunningCache] = [:]
  /// The strategies with a memory, with their settings, so that no other takes their place.
  private var memories: [ObjectIdentifier: (settings: AnyObject, running: RunningStrategy)] = [:]
  /// The same strategies, in order of first use.
  private(set) var strategies: [RunningStrategy] = []
  /// The latest strategies beyond the capacity, the oldest at `oldest` once there are as many.
  private var latest: [(settings: AnyObject, running: RunningStrategy)] = []
  private var oldest = 0
  private var backends: [Backend: RunningBackend] = [:]
  private var disruptedIndices: [DisruptionKey: Int] = [:]
  /// The outages and bursts of operations, in the order in which these were first mentioned.
  private var disrupted: [RunningDisruptions] = []
  /// The places of operations in their logs, which closures make no more than outages.
  private var logs: [LogKey: RunningLog] = [:]
  private let era = RunningDisruptions.Era()

  func place(of resource: Resource, _ key: DrawKey) -> RunningResource {
    if let place = known[resource] { return place }
    let place: RunningResource
    switch resource {
    case .server(let server): place = RunningServer(server, key, era)
    case .channel(let channel): place = RunningChannel(channel)
    case .row(let row): place = RunningRow(row)
    case .cache(let cache): return self.cache(cache)
    }
    known[resource] = place
    resources.append(place)
    return place
  }

  func cache(_ cache: SharedCache) -> RunningCache {
    if let known = caches[cache] { return known }
    let running = RunningCache(cache)
    caches[cache] = running
    resources.append(running)
    return running
  }

  func backend(_ backend: Backend, _ actors: ActorTable, _ site: Site) -> RunningBackend {
    if let known = backends[backend] { return known }
    let running = RunningBackend(backend, actors, site)
    backends[backend] = running
    // So that what it calls is known from the start.
    running.prepare()
    return running
  }

  func memory<Settings: RememberedSettings>(
    of strategy: Shared<Settings>
  ) -> Remembered<Settings.Memory> {
    running(strategy) { Remembered($0) }
  }

  func bulkhead(_ bulkhead: Shared<ConcurrencyLimit>) -> RunningBulkhead {
    running(bulkhead, make: RunningBulkhead.init)
  }

  /// Returns the running form of a strategy with a memory, the same each time.
  private func running<Settings, Running: RunningStrategy>(
    _ shared: Shared<Settings>, make: (Shared<Settings>) -> Running
  ) -> Running {
    if let known = memories[ObjectIdentifier(shared)]?.running as? Running { return known }
    let running = make(shared)
    memories[ObjectIdentifier(shared)] = (shared, running)
    // The strategies of the plan come first. Closures may create a new one for each value, which only the same call
    // finds again.
    if strategies.count < Self.capacity {
      strategies.append(running)
    } else if latest.count < Self.capacity {
      latest.append((shared, running))
    } else {
      memories[ObjectIdentifier(latest[oldest].settings)] = nil
      latest[oldest] = (shared, running)
      oldest = (oldest + 1) % Self.capacity
    }
    return running
  }

  /// Returns the outages and bursts of an operation; `nil` if nothing changes in time.
  func disruptions(of operation: Operation, _ key: DrawKey) -> RunningDisruptions? {
    guard let processes = DisruptionProcesses(operation, key) else { return nil }
    let identity = processes.identity
    if let known = disruptedIndices[identity] { return disrupted[known] }
    let disruptions = RunningDisruptions(processes, era)
    // As for strategies: an operation that a closure makes may be found by no other.
    if disrupted.count < Self.capacity {
      disruptedIndices[identity] = disrupted.count
      disrupted.append(disruptions)
    }
    return disruptions
  }

  /// Returns the place in the log of an operation, if it has one; operations on the same requests share it.
  func log(of operation: Operation, _ key: (_ name: String) -> DrawKey) -> RunningLog? {
    guard let log = operation.log else { return nil }
    let identity = LogKey(log)
    if let known = logs[identity] { return known }
    let running = RunningLog(log, key(log.name), era)
    if logs.count < Self.capacity { logs[identity] = running }
    return running
  }

  /// The outages and bursts up to an end, by operation, and then those of servers.
  func disruptions(until end: Instant) -> [Disruption] {
    disrupted.flatMap { $0.disruptions(until: end) }
      + resources.flatMap { $0.disruptions(until: end) }
  }

  /// Cancels the calls that services still make after a call.
  func cancelServices(_ run: inout Run) {
    for resource in resources { resource.cancelServices(&run) }
    run.enter(.first)
  }

  /// Makes everything idle for another call; no timer may be pending, because resources let go of their stages.
  func restart(call: UInt64, arrival: Nanoseconds, _: Timers.Idle) {
    era.begin(call, arrival: arrival)
    for resource in resources { resource.restart(era) }
    for strategy in strategies { strategy.forget() }
    for strategy in latest { strategy.running.forget() }
  }
}

/// The running form of a shared resource.
class RunningResource {
  let resource: Resource

  init(_ resource: Resource) {
    self.resource = resource
  }

  enum Admission {
    case accepted
    /// It fails, at once or after a time.
    case refused(Fault, after: Nanoseconds = .zero)
  }

  /// Submits an attempt; `resourceAnswered` reports the answer to an accepted one.
  func submit(_ stage: OperationStage, draws: Draws, _ run: inout Run) -> Admission { .accepted }

  /// Marks an accepted attempt as abandoned; returns whether it will not be served.
  @discardableResult
  func abandon(_ stage: OperationStage, _ run: inout Run) -> Bool { false }

  /// Returns the figures since they were last taken.
  func takeFigures(_ now: Instant) -> ResourceFigures { ResourceFigures() }

  /// Lists its outages up to an end, for each operation that has used it in the current call.
  func disruptions(until end: Instant) -> [Disruption] { [] }

  func cancelServices(_ run: inout Run) {}

  func restart(_ era: RunningDisruptions.Era) {}
}

/// The figures of a server or channel.
package struct ResourceFigures: Hashable, Sendable {
  package internal(set) var arrived: UInt64 = 0
  /// The number of refused or collided attempts.
  package internal(set) var refused: UInt64 = 0
  /// The number of answers of a cache by itself.
  package internal(set) var hits: UInt64 = 0
  /// The number of completed services or transmissions.
  package internal(set) var served: UInt64 = 0
  /// Wasted work: the number of services whose attempt had been abandoned.
  package internal(set) var wasted: UInt64 = 0
  /// The number of attempts abandoned before service.
  package internal(set) var abandoned: UInt64 = 0
  /// The number of attempts that had waited too long when their turn came.
  package internal(set) var expired: UInt64 = 0
  /// The number of attempts that were in it when it crashed.
  package internal(set) var crashed: UInt64 = 0
  /// The total waiting time, in nanoseconds.
  package internal(set) var waiting: Int128 = 0
  /// The total busy time of slots, in nanoseconds.
  package internal(set) var busy: Int128 = 0
  /// The number of attempts in it at the end.
  package internal(set) var present = 0
  package internal(set) var longestQueue = 0

  package init() {}

  package mutating func add(_ other: ResourceFigures) {
    arrived += other.arrived
    refused += other.refused
    hits += other.hits
    served += other.served
    wasted += other.wasted
    abandoned += other.abandoned
    expired += other.expired
    crashed += other.crashed
    present = other.present
    waiting += other.waiting
    busy += other.busy
    longestQueue = max(longestQueue, other.longestQueue)
  }
}
