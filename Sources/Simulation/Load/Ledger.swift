import RetryNumerics
import VirtualTime

/// Keeps the figures of a load, span by span.
final class Ledger {
  /// The parts into which the time is cut.
  private static let spans: Int64 = 40

  /// What stopped the load before its time was up, if anything did.
  var stop: Outcome.Limit?
  private let load: Load
  private var spans: [LoadSpan] = []
  private var span = LoadSpan()
  private var attemptsBefore: UInt64 = 0
  private var underWay = 0
  private var settled = Instant.start

  /// Creates the ledger of a load that has not begun.
  init(_ load: Load) {
    self.load = load
  }

  /// Takes note that a call begins.
  func callBegan(_ now: Instant) {
    settle(now)
    underWay += 1
    span.begun += 1
  }

  /// Takes note that a call has ended.
  func callEnded(_ result: CallResult, _ now: Instant) {
    settle(now)
    underWay -= 1
    if case .success = result.outcome { span.succeeded += 1 } else { span.failed += 1 }
    span.latency += result.duration
  }

  /// When the present span ends; never where the load ends before.
  func spanEnd(after now: Instant) -> Instant {
    let now = now.sinceStart
    let length = max((load.duration.count + Self.spans - 1) / Self.spans, 1)
    let next = Nanoseconds(now.count / length * length + length)
    let end = now < load.warmup ? min(next, load.warmup) : next
    return end < load.duration ? Instant(end) : .never
  }

  /// Ends the present span and begins the next one.
  func cut(at now: Instant, _ run: Run) {
    settle(now)
    span.until = now
    span.attempts = run.attempts - attemptsBefore
    attemptsBefore = run.attempts
    for resource in run.commons.resources {
      resource.settle(now)
      span.resources.append(resource.figures)
      resource.figures = ResourceFigures()
    }
    spans.append(span)
    span = LoadSpan()
    span.from = now
  }

  private func settle(_ now: Instant) {
    span.underWay += now.nanoseconds(since: settled) * Int64(underWay)
    settled = now
  }

  /// Ends the last span and returns everything.
  func close(at end: Instant, _ run: Run) -> LoadRecord {
    cut(at: end, run)
    return LoadRecord(
      spans: spans, resources: run.commons.resources.map(\.resource),
      unfinished: UInt64(underWay), stop: stop)
  }
}

/// Ends the spans in time.
final class TickStage: Stage {
  private unowned let ledger: Ledger

  /// Creates one that ends nothing yet.
  init(_ ledger: Ledger) {
    self.ledger = ledger
    super.init()
    client = .nobody
  }

  /// Begins the first span.
  func begin(_ run: inout Run) {
    startTimer(after: ledger.spanEnd(after: run.now).nanoseconds(since: run.now), &run)
  }

  override func fire(_ run: inout Run) {
    ledger.cut(at: run.now, run)
    begin(&run)
  }
}
