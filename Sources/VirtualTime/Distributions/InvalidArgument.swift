package import RetryNumerics

/// An invalid argument.
package struct InvalidArgument: Error, Sendable, CustomStringConvertible {
  /// The label of the argument, with which the caller locates it in its text.
  package let label: String
  package let description: String

  package init(_ label: String, _ problem: some ArgumentProblem) {
    (self.label, description) = (label, problem.description)
  }
}

/// What can be wrong with an argument; each module lists its own problems.
package protocol ArgumentProblem: Sendable, CustomStringConvertible {}

/// What can be wrong with the parameters of a distribution.
package enum DistributionProblem: ArgumentProblem {
  case negative(String, Nanoseconds)
  case notPositive(String, Nanoseconds)
  case reversedRange(start: Nanoseconds, end: Nanoseconds)
  case reversedPercentiles(p50: Nanoseconds, p99: Nanoseconds)
  case sigma(Double)
  case shape(Double)
  case share(Double)
  case sumOfShares(Double)
  case noSamples

  package var description: String {
    switch self {
    case .negative(let parameter, let span): "\(parameter) cannot be negative: \(span)"
    case .notPositive(let parameter, let span): "\(parameter) must be longer than 0s, not \(span)"
    case .reversedRange(let start, let end):
      "the range ends (\(end)) before it starts (\(start))"
    case .reversedPercentiles(let p50, let p99):
      "the 99th percentile (\(p99)) is below the median (\(p50))"
    case .sigma(let sigma): "'sigma' must be a finite number of 0 or more, not \(sigma)"
    case .shape(let shape): "'shape' must be a finite number above 0, not \(shape)"
    case .share(let share): "a share must be a number of 0 or more, not \(share)"
    case .sumOfShares(let sum): "the shares add up to \(sum), not to 1"
    case .noSamples: "there are no samples"
    }
  }
}
