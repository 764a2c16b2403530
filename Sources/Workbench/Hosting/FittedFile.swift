import Report
package import RetryNumerics

/// An operation that was fitted to a file, as a program reads it.
package struct FittedFile: Sendable {
  package struct Family: Sendable {
    let name: String
    let criterion: Double
    let distance: Double
    let probability: Double?

    package init(name: String, criterion: Double, distance: Double, probability: Double?) {
      (self.name, self.criterion) = (name, criterion)
      (self.distance, self.probability) = (distance, probability)
    }
  }

  /// A duration with its interval.
  package struct Span: Sendable {
    let value: Nanoseconds
    let low: Nanoseconds
    let high: Nanoseconds

    package init(value: Nanoseconds, low: Nanoseconds, high: Nanoseconds) {
      (self.value, self.low, self.high) = (value, low, high)
    }
  }

  package struct Quantile: Sendable {
    let name: String
    let measured: Span?
    let fitted: Span
    let isExtrapolated: Bool

    package init(name: String, measured: Span?, fitted: Span, isExtrapolated: Bool) {
      (self.name, self.measured) = (name, measured)
      (self.fitted, self.isExtrapolated) = (fitted, isExtrapolated)
    }
  }

  let definition: String
  let requests: UInt64
  /// The lines that could not be read.
  let unread: Int
  package var load: String?
  /// The family of its latency.
  package var law = ""
  package var families: [Family] = []
  package var quantiles: [Quantile] = []
  package var assumptions: [String] = []
  package var leftOut: [String] = []
  package var failures: [String] = []
  package var arrivals: [String] = []
  package var warnings: [String] = []

  package init(definition: String, requests: UInt64, unread: Int) {
    (self.definition, self.requests, self.unread) = (definition, requests, unread)
  }

  /// One line for a program.
  package var json: String { JSONForms.fitted.json(of: self).versioned.text }
}

extension JSONForms {
  static let fitted = JSONForm<FittedFile>(
    "fit", "an operation that was fitted to a log; only of 'fit'"
  ) {
    JSONKey("definition", "the operation as text of the language") { $0.definition }
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
        $0.measured?.value
      }
      JSONKey.optional("measured_low_ns", "the lower end of its interval") { $0.measured?.low }
      JSONKey.optional("measured_high_ns", "the upper end") { $0.measured?.high }
      JSONKey("fitted_ns", "as the law has it") { $0.fitted.value }
      JSONKey("fitted_low_ns", "the lower end of its interval") { $0.fitted.low }
      JSONKey("fitted_high_ns", "the upper end") { $0.fitted.high }
      JSONKey.mark("extrapolated", "set if it lies beyond what was seen") { $0.isExtrapolated }
    }
    JSONKey("assumptions", "what was taken for granted, as sentences") { $0.assumptions }
    JSONKey("left_out", "which lines are no requests") { $0.leftOut }
    JSONKey("failures", "what is known of failures") { $0.failures }
    JSONKey("arrivals", "what is known of retries and rates") { $0.arrivals }
    JSONKey("warnings", "what may be taken for more than it is") { $0.warnings }
  }
}
