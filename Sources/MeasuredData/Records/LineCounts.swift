/// How many lines there were, and why some were left out.
package struct LineCounts: Hashable, Sendable {
  /// The number of bad lines that are told.
  private static let mostTold = 5

  package internal(set) var all = 0
  /// Lines that are no request and are not meant to be: empty ones, comments and headings.
  package internal(set) var empty = 0
  package internal(set) var bad = 0
  /// Requests beyond what memory is meant for.
  package internal(set) var surplus = 0
  /// The first bad lines.
  package internal(set) var told: [BadLine] = []

  /// How many lines have each problem.
  package internal(set) var problems: [LineProblem: Int] = [:]

  mutating func addBad(_ problem: LineProblem) {
    bad += 1
    problems[problem, default: 0] += 1
    if told.count < Self.mostTold { told.append(BadLine(number: all, problem: problem)) }
  }
}

/// A line that could not be read.
package struct BadLine: Hashable, Sendable, CustomStringConvertible {
  /// Its number, counted from 1.
  package let number: Int
  package let problem: LineProblem

  package var description: String { "line \(number): \(problem)" }
}

/// Why a line is no request.
package enum LineProblem: String, Hashable, Sendable, CustomStringConvertible {
  case noDuration = "it has no duration"
  case noTime = "its time cannot be read"
  case noStatus = "its status cannot be read"
  case noRequest = "it has not the parts of an access log"
  case noJSON = "it is no JSON"
  case fewColumns = "it has fewer columns than the heading"
  case noSpan = "a span has no start or no end"
  case endsEarly = "a span ends before it starts"
  case noNumber = "it has no number where one is needed"
  case noHistogram = "its histogram is broken"
  case tooLong = "it is too long"
  case endless = "its duration is longer than a year"

  package var description: String { rawValue }
}

/// Why nothing at all could be read.
package enum LogProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownFormat
  case noHeading(missing: String, columns: [String])
  case noRequests(LineCounts)
  case tooLarge(bytes: Int)
  case noHistogram(named: String?, found: [String])

  package var description: String {
    switch self {
    case .unknownFormat:
      "this is no format that is known: "
        + LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
    case .noHeading(let missing, let columns):
      "no column has the \(missing); there are \(columns.joined(separator: ", "))"
    case .noRequests(let lines):
      "no line has a request"
        + (lines.told.first.map { "; \($0)" } ?? (lines.all == 0 ? ": the file is empty" : ""))
    case .tooLarge(let bytes): "one document may have \(bytes) bytes at most"
    case .noHistogram(let name, let found):
      (name.map { "there is no histogram '\($0)'" } ?? "there is no histogram")
        + (found.isEmpty ? "" : "; there are \(found.joined(separator: ", "))")
    }
  }
}
