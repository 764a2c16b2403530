import Measurement
import Report
package import RetryLanguage
import RetryNumerics

// The kinds of objects that come of measured data.

extension JSONForms {
  static let fitted = JSONForm<FittedFile>(
    "fit", "an operation that was fitted to a log"
  ) {
    JSONKey("definition", "the operation as text of the language") { $0.definition }
    JSONKey("summary", "how many requests, of which kind of file, when") { $0.summary }
    JSONKey.optional("load", "a load at the rate of the log; only if it has times") { $0.load }
    JSONKey("requests", "the requests that were read") { $0.requests }
    JSONKey("unread", "the lines that could not be read") { $0.unread }
    JSONKey("law", "the family of the latency") { $0.law }
    JSONKey.each("families", { $0.families }) {
      JSONKey("name", "a family that was tried, the best first") { $0.name }
      JSONKey("criterion", "Akaike's information criterion") { $0.criterion }
      JSONKey("distance", "the greatest difference of shares") { $0.distance }
      JSONKey.optional("p", "the probability of such a distance; only of the best") {
        $0.probability
      }
    }
    JSONKey.each("quantiles", { $0.quantiles }) {
      JSONKey("name", "a quantile, such as p99") { $0.name }
      JSONKey.optional("measured_ns", "as it was measured; if it can be told") {
        $0.measured.map { Nanoseconds(rounding: $0.value) }
      }
      JSONKey.optional("measured_low_ns", "the lower end of its interval") {
        $0.measured.map { Nanoseconds(rounding: $0.low) }
      }
      JSONKey.optional("measured_high_ns", "the upper end") {
        $0.measured.map { Nanoseconds(rounding: $0.high) }
      }
      JSONKey("fitted_ns", "as the law has it") { Nanoseconds(rounding: $0.fitted.value) }
      JSONKey("fitted_low_ns", "the lower end of its interval") {
        Nanoseconds(rounding: $0.fitted.low)
      }
      JSONKey("fitted_high_ns", "the upper end") { Nanoseconds(rounding: $0.fitted.high) }
      JSONKey.mark("extrapolated", "set if it lies beyond what was seen") { $0.isExtrapolated }
    }
    JSONKey("assumptions", "what was taken for granted, as sentences") { $0.assumptions }
    JSONKey("left_out", "which lines are no requests") { $0.leftOut }
    JSONKey("failures", "what is known of failures") { $0.failures }
    JSONKey("arrivals", "what is known of retries and rates") { $0.arrivals }
    JSONKey("warnings", "what may be taken for more than it is") { $0.warnings }
  }

  static let log = JSONForm<(definition: String, report: LogReport)>(
    "log", "the requests of a log that an operation meets again"
  ) {
    JSONKey("definition", "the operation as text of the language") { $0.definition }
    JSONKey("summary", "how many requests, of which kind of file, when") { $0.report.summary }
    JSONKey("assumptions", "what was taken for granted, as sentences") { $0.report.assumptions }
    JSONKey("left_out", "which lines are no requests") { $0.report.leftOut }
    JSONKey("failures", "how often they fail with each error") { $0.report.failures }
    JSONKey("warnings", "what may be taken for more than it is") { $0.report.warnings }
  }
}

extension FittedFile {
  /// One line for a program.
  package var json: String { JSONForms.fitted.json(of: self).versioned.text }
}
