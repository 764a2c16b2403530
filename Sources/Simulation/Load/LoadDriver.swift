import RetryNumerics
import VirtualTime

/// Decides which calls a load makes when, for clients with stages as for clients as plain numbers.
///
/// It hears how calls begin and end, and answers what their clients do next; simulations carry that out. Calls are
/// numbered so that their draws do not depend on their order: call k of client c out of n has the number k · n + c. Calls
/// of an open load are numbered in order of arrival. Of p loads side by side, the call that would have the number k in the
/// load with index i alone has the number k · p + i.
struct LoadDriver {
  /// What a client does after a call.
  enum Next {
    /// It thinks before the call with this number among those of its population.
    case thinks(before: UInt64)
    /// It waits for an arrival.
    case isIdle
    case isDone
  }

  private let populations: [Load.Population]
  private let warmup: Nanoseconds
  /// The maximum number of calls that clients begin at one instant, besides one for each client.
  private let mostAtOnce: Int
  let key: DrawKey
  var ledger: Ledger
  /// The number of calls that have arrived at each population.
  private var arrived: [UInt64]
  private var begunAtOnce = 0
  private var lastBegun = Instant.start

  init(
    _ load: Load, seed: UInt64, limits: Limits, _ isInterrupted: (@Sendable () -> Bool)?,
    _ progress: (@Sendable (Double) -> Void)?
  ) {
    (populations, warmup, mostAtOnce) = (load.populations, load.warmup, limits.events)
    key = Self.key(seed: seed)
    ledger = Ledger(load, seed: seed, isInterrupted, progress)
    arrived = Array(repeating: 0, count: load.populations.count)
  }

  static func key(seed: UInt64) -> DrawKey { DrawKey(seed: seed, name: "clients") }

  /// Returns the number of a call among the calls of all populations.
  @inline(__always)
  func number(_ call: UInt64, of population: Int) -> UInt64 {
    call * UInt64(populations.count) + UInt64(population)
  }

  /// Returns the time before a call, after which no call starts if its population ends before.
  @inline(__always)
  func gap(before call: UInt64, of index: Int, at now: Instant) -> Nanoseconds {
    let gap = populations[index].gap(
      before: call, drawing: number(call, of: index), at: now, key)
    return now.sinceStart + gap <= populations[index].duration ? gap : .never
  }

  /// Counts an arrival; returns the number of its call, and the time before the next arrival.
  mutating func arrive(at index: Int, _ now: Instant) -> (call: UInt64, gap: Nanoseconds) {
    let call = arrived[index]
    arrived[index] += 1
    return (number(call, of: index), gap(before: call + 1, of: index, at: now))
  }

  /// Hears that a call begins, and stops the load if clients begin calls at one instant for ever.
  @inline(__always)
  mutating func callBegan(at now: Instant, clients: Int) {
    // Calls that take no time would follow each other at one instant for ever.
    begunAtOnce = now == lastBegun ? begunAtOnce + 1 : 1
    lastBegun = now
    if begunAtOnce > mostAtOnce + clients { ledger.stop = .events(mostAtOnce) }
    ledger.callBegan(now)
  }

  /// Hears that a call ends; returns whether it is measured.
  @inline(__always)
  mutating func callEnded(
    _ isSuccess: Bool, after duration: Nanoseconds, began: Instant, at now: Instant
  ) -> Bool {
    ledger.callEnded(isSuccess, after: duration, now)
    guard began.sinceStart >= warmup else { return false }
    ledger.measuredCallEnded(isSuccess)
    return true
  }

  /// Returns what a client does after its call.
  @inline(__always)
  mutating func next(after call: UInt64, of index: Int, at now: Instant) -> Next {
    guard populations[index].clients > 0 else { return .isIdle }
    let own = populations.count == 1 ? call : call / UInt64(populations.count)
    let next = own + UInt64(populations[index].clients)
    if next < populations[index].lastCall { return .thinks(before: next) }
    ledger.clientDone(now)
    return .isDone
  }
}
