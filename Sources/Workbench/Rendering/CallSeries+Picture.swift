import Measurement
import Pictures
import Report
import RetryLanguage
import Simulation
import TextLayout

extension CallSeries {
  /// The picture of the first calls, if any of them made so many attempts.
  func picture(
    fromAttempts least: Int = 2, atMost most: Int = Picture.mostCalls,
    _ interruption: InterruptionCheck
  ) -> Picture? {
    guard results.contains(where: { $0.tally.attempts >= least }) else { return nil }
    return Picture(
      results.prefix(most).compactMap(tracer), of: results, subject: subject, fromAttempts: least,
      interruption: interruption)
  }
}

extension MeasuredRecord {
  /// Whether it is a search that has found calls.
  var hasFound: Bool {
    if case .findings(let findings) = result {
      source != nil && !findings.calls.isEmpty
    } else {
      false
    }
  }

  /// Runs the calls that a search found again.
  func found(_ interruption: InterruptionCheck) -> CallSeries? {
    guard case .findings(let findings) = result, let source, hasFound else { return nil }
    let limits = Limits()
    let machine = Machine(source, seed: seed, spread: spread, limits: limits)
    return CallSeries(
      subject: subject,
      results: interruption.bounding(findings.calls).map { machine.run(call: $0) },
      planned: findings.calls.count, source: source, seed: seed, spread: spread,
      origin: .alone(limits, isInterrupted: nil))
  }
}
