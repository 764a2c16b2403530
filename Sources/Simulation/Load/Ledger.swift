import RetryNumerics
import VirtualTime

/// Records the figures of a load by time span.
struct Ledger {
  /// The largest number of spans.
  private static let spans: Int64 = 120
  /// A second in nanoseconds.
  private static let second: Int64 = 1_000_000_000
  /// The first length of the spans of a load that ends by itself; they grow as time passes.
  private static let shortest: Int64 = 1_000_000

  /// The limit that stopped the load early, if any.
  var stop: Outcome.Limit?
  private let load: Load
  private let isInterrupted: (@Sendable () -> Bool)?
  private let progress: (@Sendable (Double) -> Void)?
  private var spans: [LoadSpan] = []
  private var span = LoadSpan()
  private var before = AttemptCounts()
  private var underWay = 0
  /// The figures of the end of its time, after which calls in flight may still end.
  private var drain: Drain?

  /// When the current second ends, in nanoseconds.
  private var secondEnd: Int64
  /// The number of attempts before the current second.
  private var beforeSecond: UInt64 = 0
  /// The most attempts in a measured second.
  private var busiest: UInt64 = 0

  private let disturbances: [Range<Nanoseconds>]
  /// The figures by phase, if something disturbs the load.
  private var phases: PhaseLedger?
  /// When a second or a phase ends, in nanoseconds.
  private(set) var nextMark: Int64

  private var length: Int64
  /// The number of clients that still call, if the load ends with them.
  private var calling: Int?
  /// When the last client was done.
  private var finished: Nanoseconds?

  /// Creates an empty ledger, which hears of cancellation and reports the share of the time that has passed.
  init(
    _ load: Load, seed: UInt64, _ isInterrupted: (@Sendable () -> Bool)?,
    _ progress: (@Sendable (Double) -> Void)?
  ) {
    (self.load, self.isInterrupted, self.progress) = (load, isInterrupted, progress)
    let whole = SpanLength.dividing(load.duration.count, into: Self.spans)
    length = load.finiteClients == nil ? whole : min(whole, Self.shortest)
    calling = load.finiteClients
    secondEnd = Self.second
    disturbances = load.disturbances(seed: seed)
    phases = PhaseLedger(disturbances, of: load)
    nextMark = min(secondEnd, phases?.end ?? .max)
  }

  /// Whether clients still begin calls.
  @inline(__always)
  var isOpen: Bool { stop == nil && calling != 0 }

  /// Whether the load goes on: while clients begin calls, and then while calls are in flight.
  @inline(__always)
  var goesOn: Bool { stop == nil && (drain == nil ? calling != 0 : underWay > 0) }

  /// Reports progress, and stops if cancellation was requested.
  mutating func look(at now: Instant) {
    progress?(min(Double(now.sinceStart.count) / Double(load.duration.count), 1))
    if isInterrupted?() == true { stop = .person }
  }

  /// Ends the current second and the current phase with the attempts so far, if they are over.
  mutating func passMark(_ now: Instant, _ attempts: UInt64) {
    let now = now.sinceStart.count
    if now >= secondEnd { passSecond(now, attempts) }
    phases?.pass(now, attempts)
    nextMark = min(secondEnd, phases?.end ?? .max)
  }

  private mutating func passSecond(_ now: Int64, _ attempts: UInt64) {
    // The warm-up may end within a second, which is not measured then.
    let start = secondEnd - Self.second
    if Nanoseconds(start) >= load.warmup {
      busiest = max(busiest, attempts - beforeSecond)
      phases?.passSecond(from: start, attempts - beforeSecond)
    }
    beforeSecond = attempts
    secondEnd = (now / Self.second + 1) * Self.second
  }

  mutating func clientDone(_ now: Instant) {
    calling? -= 1
    if calling == 0 { finished = now.sinceStart }
  }

  @inline(__always)
  mutating func callBegan(_ now: Instant) {
    // The time of a call that goes on after the span is added at the end of it.
    span.underWay -= Int128(now.sinceStart.count)
    underWay += 1
    span.begun += 1
    phases?.callBegan(now.sinceStart.count)
  }

  @inline(__always)
  mutating func callEnded(_ isSuccess: Bool, after duration: Nanoseconds, _ now: Instant) {
    span.underWay += Int128(now.sinceStart.count)
    underWay -= 1
    if isSuccess { span.succeeded += 1 } else { span.failed += 1 }
    span.latency += Int128(duration.count)
    if isSuccess { phases?.callSucceeded(began: (now.sinceStart - duration).count) }
  }

  /// Records that a measured call has ended, if that is after the time of the load.
  @inline(__always)
  mutating func measuredCallEnded(_ isSuccess: Bool) {
    drain?.add(isSuccess)
  }

  /// The end of the current span; never, if the load ends first.
  func spanEnd(after now: Instant) -> Instant {
    let now = now.sinceStart
    let next = Nanoseconds(now.count / length * length + length)
    let end = now < load.warmup ? min(next, load.warmup) : next
    return end < load.duration ? Instant(end) : .never
  }

  /// Ends the current span and starts the next.
  mutating func cut(
    at now: Instant, _ counts: AttemptCounts, _ seen: [ResourceFigures],
    _ strategies: [StrategyFigures] = []
  ) {
    let goingOn = Int128(underWay) * Int128(now.sinceStart.count)
    span.underWay += goingOn
    span.until = now
    span.attempts = counts.all - before.all
    span.retries = counts.retries - before.retries
    before = counts
    span.resources = seen
    span.strategies = strategies
    spans.append(span)
    if spans.count >= 2 * Self.spans, load.finiteClients != nil { joinSpans() }
    span = LoadSpan()
    span.from = now
    span.underWay = -goingOn
  }

  /// Makes longer spans of the spans so far; the warm-up still ends with a span.
  private mutating func joinSpans() {
    length = SpanLength.after(length)
    var joined: [LoadSpan] = []
    for span in spans {
      let isSame =
        joined.last.map {
          $0.from.sinceStart.count / length == span.from.sinceStart.count / length
            && ($0.from.sinceStart < load.warmup) == (span.from.sinceStart < load.warmup)
        } ?? false
      if isSame, let last = joined.popLast() {
        joined.append(last.joined(with: span))
      } else {
        joined.append(span)
      }
    }
    spans = joined
  }

  /// Ends the last span; calls in flight may still end.
  mutating func close(
    at end: Instant, _ counts: AttemptCounts, _ seen: [ResourceFigures], _ resources: [Resource],
    _ strategies: [RunningStrategy] = []
  ) {
    cut(at: end, counts, seen, strategies.map { $0.takeFigures(end) })
    passSecond(end.sinceStart.count, counts.all)
    phases?.close(end.sinceStart.count, counts.all)
    // What happens while calls are awaited is no part of a second or a phase.
    nextMark = .max
    // A closure may first use a server long after the first span.
    for index in spans.indices {
      let missing = resources.count - spans[index].resources.count
      spans[index].resources += Array(repeating: ResourceFigures(), count: max(missing, 0))
    }
    drain = Drain(
      resources: resources,
      strategies: strategies.map { WatchedStrategy(name: $0.name, measure: $0.measure) },
      inFlight: UInt64(underWay))
  }

  /// The whole record, after the load was closed.
  var record: LoadRecord {
    LoadRecord(
      spans: spans, resources: (drain?.resources ?? []).map { WatchedResource($0) },
      strategies: drain?.strategies ?? [],
      inFlight: drain?.inFlight ?? 0, unended: UInt64(underWay), endedLate: drain?.ended ?? 0,
      succeededLate: drain?.succeeded ?? 0, busiest: busiest, disturbances: disturbances,
      phases: phases?.byPhase ?? [:], stop: stop, finished: finished, calling: calling ?? 0)
  }

  /// The end of the time of a load, and what ends after it.
  private struct Drain {
    let resources: [Resource]
    let strategies: [WatchedStrategy]
    let inFlight: UInt64
    /// The number of measured calls that have ended since.
    private(set) var ended: UInt64 = 0
    private(set) var succeeded: UInt64 = 0

    init(resources: [Resource], strategies: [WatchedStrategy], inFlight: UInt64) {
      (self.resources, self.strategies, self.inFlight) = (resources, strategies, inFlight)
    }

    mutating func add(_ isSuccess: Bool) {
      ended += 1
      if isSuccess { succeeded += 1 }
    }
  }
}
