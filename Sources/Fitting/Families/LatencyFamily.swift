/// The families that are tried.
package enum LatencyFamily: String, CaseIterable, Hashable, Sendable {
  case exponential
  case lognormal
  case gamma
  case weibull = "Weibull"
  case pareto = "Pareto"
  case mixture = "mixture of two lognormals"
  case empirical

  /// Those that have few parameters, whatever the data.
  package static let parametric: [LatencyFamily] = [
    .exponential, .lognormal, .gamma, .weibull, .pareto, .mixture,
  ]

  /// How many numbers are chosen to fit the data.
  package var parameters: Int {
    switch self {
    case .exponential: 1
    case .lognormal, .gamma, .weibull, .pareto: 2
    case .mixture: 5
    case .empirical: 0
    }
  }
}
