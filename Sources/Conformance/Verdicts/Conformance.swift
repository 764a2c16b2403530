import RetryNumerics
import Simulation

/// Whether a client does what its plan says, by what a server saw of it.
package struct Conformance: Sendable {
  package let findings: [Finding]
  package let calls: [ObservedCall]
  package let attempts: Int
  let tolerance: Tolerance
  /// Whether calls may have gone on after the last attempt.
  let isCut: Bool
  /// How well the delays agree with the plan; the greater, the better.
  let likelihood: Double
  /// Those in which something is not as planned, then the others.
  package let drawnCalls: [DrawnCall]
  /// What the client needs for a retry besides waiting: by how much its delays exceed those of the plan.
  let overhead: Nanoseconds

  /// Judges calls; if the run was cut, calls may have gone on after the last attempt.
  package init(
    _ attempts: [ObservedAttempt], against plan: ClientPlan, tolerance: Tolerance = Tolerance(),
    isCut: Bool
  ) {
    let calls = ObservedCall.all(of: attempts)
    let cut = isCut ? attempts.map(\.finish).max() ?? .zero : nil
    let review = RunReview(calls, plan, tolerance, cut: cut)
    let readings = review.readings
    var findings = Subject.allCases.compactMap { Finding($0, readings) }
    findings += [Finding(jitterOf: review.delays, tolerance), Finding(herdOf: review.delays)]
      .compactMap(\.self)
    findings.sort { Self.place($0.subject) < Self.place($1.subject) }
    // Delays that are not those of the plan are another policy, not what a client needs besides waiting.
    let isOther = findings.contains {
      $0.verdict == .failed && [.gaps, .jitter, .retryAfter].contains($0.subject)
    }
    overhead = isOther ? .zero : min(Self.overhead(of: review.delays), tolerance.late)
    (self.findings, self.calls, self.attempts) = (findings, calls, attempts.count)
    (self.tolerance, self.isCut) = (tolerance, isCut)
    let (others, planned) = (
      review.calls.filter(\.isOtherwise), review.calls.filter { !$0.isOtherwise }
    )
    drawnCalls = (others + planned).map { call in
      DrawnCall(
        number: call.call.number, start: call.call.start, attempts: call.call.attempts,
        failures: call.failures.map { .init(time: $0.time, delays: $0.delays) })
    }
    likelihood = review.calls.reduce(0) { $0 + $1.likelihood }
  }

  /// A mean within two standard errors of none is chance.
  private static func overhead(of delays: [ReadDelay]) -> Nanoseconds {
    let excess = delays.filter { !$0.followsHint }.map { Double($0.delay.count) - $0.mean }
    guard excess.count > 1 else { return .zero }
    let count = Double(excess.count)
    let mean = excess.reduce(0, +) / count
    let squares = excess.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = Elementary.squareRoot(squares / (count - 1) / count)
    return mean > 2 * error ? Nanoseconds(rounding: mean) : .zero
  }

  private static func place(_ subject: Subject) -> Int {
    Subject.allCases.firstIndex(of: subject) ?? 0
  }

  package var verdict: Finding.Verdict {
    let verdicts = findings.map(\.verdict)
    if verdicts.contains(.failed) { return .failed }
    // Without a single retry, nothing is known of how the client retries.
    let isKnown = findings.contains { $0.verdict == .passed && $0.subject != .timeouts }
    return isKnown ? .passed : .inconclusive
  }

  package subscript(subject: Subject) -> Finding? { findings.first { $0.subject == subject } }

  /// The number of attempts per call.
  package var amplification: Double {
    calls.isEmpty ? 0 : Double(attempts) / Double(calls.count)
  }
}
