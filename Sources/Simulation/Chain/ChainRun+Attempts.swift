import RetryNumerics
import VirtualTime

// The outcome of an attempt, before any layer.

extension ChainRun {
  /// How and when the current attempt ends unless it is cut short; `nil` if unknown.
  @inline(__always)
  func answer(
    _ place: Int, _ uniform: Double, _ latency: Nanoseconds
  ) -> (mark: Int32, time: Int64)? {
    let now = rows[place].now
    guard now < Self.latest, let ending = ending(place, uniform, latency),
      ending.after.count < Self.latest
    else { return nil }
    if let mark = ending.mark { return (mark, now + ending.after.count) }
    // The first timeout ends an attempt that never responds; without one, the engine explains the hang.
    guard let cut = timeout(above: 0, by: Self.latest, place) else { return nil }
    return (Int32(ends.ok), cut.time)
  }

  /// The outcome of the current attempt, if it ends, its latency, and whether it failed in an outage; `nil` if unknown.
  @inline(__always)
  func ending(
    _ place: Int, _ uniform: Double, _ latency: Nanoseconds
  ) -> (mark: Int32?, after: Nanoseconds, isDown: Bool)? {
    if isPlain { return (plainEnd(uniform), latency, false) }
    let verdict = answering.verdict(
      uniform: uniform, number: Int(rows[place].attempts), isDown: isDown(place),
      isInBurst: isInBurst(place)
    ) { () throws(Fault) in try share(of: place) }
    guard let time = answering.time(of: verdict, latency: latency) else { return nil }
    let mark: Chain.Mark?
    var isDown = false
    switch verdict {
    case .ok: mark = ends.ok
    case .scripted(let position): mark = ends.script[position]
    case .down(let position): (mark, isDown) = (ends.outages[position], true)
    case .hangs: mark = nil
    case .fails(let position): mark = ends.rates[position]
    case .failsInBurst, .computed: mark = ends.otherFault
    case .other: return nil
    }
    return (mark.map { Int32($0) }, time, isDown)
  }

  @inline(__always)
  private func plainEnd(_ uniform: Double) -> Int32 {
    // A sum instead of branches, which would be mispredicted as often as attempts fail.
    var position = 0
    for index in 0..<rateBounds.count { position &+= uniform < rateBounds[index] ? 0 : 1 }
    return rateEnds[position]
  }

  private func share(of place: Int) throws(Fault) -> Double {
    let (row, number) = (rows[place], rows[place].attempts)
    var draws = Draws(operationKey, call: row.call, attempt: number, purpose: .closure)
    let attempt = Attempt(
      operation: operation.name, number: Int(number), call: row.call,
      began: row.began.advanced(by: Nanoseconds(row.now)))
    defer { countFunctionCalls(place) }
    return try share(attempt, &draws)
  }

  @inline(__always)
  private func isDown(_ place: Int) -> Bool {
    guard let phases else { return false }
    return phases.isDown(rows[place].call, at: Instant(Nanoseconds(rows[place].now)), place)
  }

  /// Returns whether the current attempt starts in a burst.
  private func isInBurst(_ place: Int) -> Bool {
    let (call, now) = (rows[place].call, rows[place].now)
    guard case .burst(let burst, _) = operation.faults else {
      return phases?.isInBurst(call, at: Instant(Nanoseconds(now)), place) ?? false
    }
    var draws = Draws(
      operationKey, call: call, attempt: rows[place].attempts, purpose: .weather)
    let isBad = burst.isBad(after: rows[place].isInBurst, uniform: draws.unit())
    rows[place].isInBurst = isBad
    return isBad
  }
}
