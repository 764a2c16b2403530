import Pictures
import Report
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
