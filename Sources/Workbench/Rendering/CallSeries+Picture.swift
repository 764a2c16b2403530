import Measurement
import Pictures
import Report
import RetryLanguage
import Simulation
import TextLayout

extension CallSeries {
  /// The picture of the first calls, if any of them made so many attempts.
  func picture(fromAttempts least: Int = 2, _ interruption: InterruptionCheck) -> Picture? {
    guard results.contains(where: { $0.tally.attempts >= least }) else { return nil }
    let machine = machine
    let traces = results.prefix(Picture.mostCalls).map { machine.trace(call: $0.call) }
    return Picture(
      traces, of: results, subject: subject, fromAttempts: least, interruption: interruption)
  }
}

extension MeasuredRecord {
  /// The calls that a search found, run again.
  var found: CallSeries? {
    guard case .findings(let findings) = result, let source, !findings.calls.isEmpty else {
      return nil
    }
    let limits = Limits()
    let machine = Machine(source, seed: seed, spread: spread, limits: limits)
    return CallSeries(
      subject: subject, results: findings.calls.map { machine.run(call: $0) },
      planned: findings.calls.count, source: source, seed: seed, spread: spread, limits: limits,
      isInterrupted: nil)
  }
}
