package import Measurement

/// An operation that was fitted to a file, with what it rests on.
package struct FittedFile: Sendable {
  package struct Family: Sendable {
    package let name: String
    package let criterion: Double
    package let distance: Double
    package let probability: Double?

    package init(name: String, criterion: Double, distance: Double, probability: Double?) {
      (self.name, self.criterion) = (name, criterion)
      (self.distance, self.probability) = (distance, probability)
    }
  }

  package struct Quantile: Sendable {
    package let name: String
    /// In nanoseconds, with intervals.
    package let measured: Estimate?
    package let fitted: Estimate
    package let isExtrapolated: Bool

    package init(name: String, measured: Estimate?, fitted: Estimate, isExtrapolated: Bool) {
      (self.name, self.measured) = (name, measured)
      (self.fitted, self.isExtrapolated) = (fitted, isExtrapolated)
    }
  }

  package let definition: String
  package let summary: String
  package let requests: UInt64
  /// The lines that could not be read.
  package let unread: Int
  package var load: String?
  /// Whether the order of the requests is known.
  package var isReplayable = false
  /// The family of its latency.
  package var law = ""
  package var families: [Family] = []
  package var quantiles: [Quantile] = []
  package var assumptions: [String] = []
  package var leftOut: [String] = []
  package var failures: [String] = []
  package var arrivals: [String] = []
  package var warnings: [String] = []

  package init(definition: String, summary: String, requests: UInt64, unread: Int) {
    (self.definition, self.summary) = (definition, summary)
    (self.requests, self.unread) = (requests, unread)
  }
}
