package import Simulation

/// An operation that was fitted to the measurements in a file, if it could be.
package enum MeasuredContent: Sendable {
  /// The operation, and what it rests on, in lines that are at most so wide.
  case operation(FittedFile, report: @Sendable (_ width: Int) -> [String])
  /// There is none, with the reason.
  case unreadable(String)
}

/// The requests of a log, if they can be replayed.
package enum LoggedContent: Sendable {
  /// The requests by their times, their errors, and what they rest on.
  case requests([LoggedRequests.Entry], faults: [Fault], LogReport)
  /// There are none, with the reason.
  case unreadable(String)
}

/// What the requests of a log rest on, as sentences.
package struct LogReport: Hashable, Sendable {
  /// How many requests, of which kind of file, when.
  package let summary: String
  package let assumptions: [String]
  /// The lines that are no requests.
  package let leftOut: [String]
  /// How often they fail with each kind of error.
  package let failures: [String]
  /// What a reader may take for more than it is.
  package let warnings: [String]

  package init(
    _ summary: String, assumptions: [String] = [], leftOut: [String] = [],
    failures: [String] = [], warnings: [String] = []
  ) {
    (self.summary, self.assumptions, self.leftOut) = (summary, assumptions, leftOut)
    (self.failures, self.warnings) = (failures, warnings)
  }
}
