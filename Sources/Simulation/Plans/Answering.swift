import RetryNumerics

/// How an operation answers its attempts.
///
/// It is an object, because the compiler copies large structures such as an operation at each use.
final class Answering: Sendable {
  private let script: [ScriptedAnswer]
  private let outages: Outages?
  private let hangs: Double
  private let faults: Faults
  /// The errors of random failures, and that of a burst or a closure; here, since to look for them takes longer.
  private let errors: [Fault]
  private let otherFault: Fault?

  init(_ operation: Operation) {
    (script, outages, hangs) = (operation.script, operation.outages, operation.hangs)
    // Threads that count references to one error would wait for each other at every failure.
    faults = operation.faults.detached
    errors = faults.rates.rates.map(\.fault)
    otherFault = faults.otherFault
  }

  enum Verdict {
    case ok
    /// The script, at this index.
    case scripted(Int)
    /// It failed in an outage, with the error at this index.
    case down(Int)
    case hangs
    /// A random failure, with the error at this index.
    case fails(Int)
    case failsInBurst
    /// A failure decided by a closure.
    case computed
    /// The evaluation of the closure failed.
    case other(Fault)
  }

  /// Decides on an attempt; the result depends only on the arguments.
  ///
  /// The first word that an attempt draws decides its outcome, the next ones its latency, and those after them the
  /// service time of a server. The order is fixed, so that changing one does not affect the draws before it.
  /// Closures have their own draws.
  @inline(__always)
  func verdict(
    uniform: Double, number: Int, isDown: Bool, isInBurst: Bool, share: () throws(Fault) -> Double
  ) -> Verdict {
    if !script.isEmpty { return .scripted(min(number, script.count) - 1) }
    var uniform = uniform
    if isDown, let outages {
      if let index = outages.failing.position(uniform: uniform) { return .down(index) }
      uniform = Self.rest(of: uniform, above: outages.failing.total)
    }
    // Hangs take the upper end of the unit interval and failures the lower, so no attempt does both.
    if uniform >= 1 - hangs { return .hangs }
    switch faults {
    case .none: return .ok
    case .rates(let rates): return rates.position(uniform: uniform).map(Verdict.fails) ?? .ok
    case .burst(let burst, let rates): return verdict(uniform, isInBurst ? burst.fails : 0, rates)
    case .timedBurst(let burst, let rates):
      return verdict(uniform, isInBurst ? burst.fails : 0, rates)
    case .computed:
      do throws(Fault) {
        return uniform < (try share()) ? .computed : .ok
      } catch {
        return .other(error)
      }
    }
  }

  /// Decides on an attempt of which a share fails in a burst.
  private func verdict(_ uniform: Double, _ share: Double, _ rates: FaultRates) -> Verdict {
    if uniform < share { return .failsInBurst }
    if rates.rates.isEmpty { return .ok }
    return rates.position(uniform: Self.rest(of: uniform, above: share)).map(Verdict.fails) ?? .ok
  }

  /// Spreads a random number above a share over the unit interval, so that one number decides twice.
  private static func rest(of uniform: Double, above share: Double) -> Double {
    (uniform - share) / (1 - share)
  }

  @inline(__always)
  func answer(_ verdict: Verdict) -> Answer {
    switch verdict {
    case .ok: .ok
    case .scripted(let position): script[position].answer
    case .down(let position): outages.map { .fault($0.failing.rates[position].fault) } ?? .ok
    case .hangs: .never
    case .fails(let position): .fault(errors[position])
    case .failsInBurst, .computed: otherFault.map(Answer.fault) ?? .ok
    case .other(let fault): .fault(fault)
    }
  }

  /// Returns the latency of a verdict's answer, given the drawn latency; `nil` if it is synchronous.
  @inline(__always)
  func time(of verdict: Verdict, latency: Nanoseconds) -> Nanoseconds? {
    switch verdict {
    case .scripted(let position):
      script[position].isSynchronous ? nil : script[position].after ?? latency
    case .down: outages?.latency ?? latency
    case .ok, .hangs, .fails, .failsInBurst, .computed, .other: latency
    }
  }
}
