import Simulation

extension Source {
  /// The operation that this source is, or retries under one policy and nothing else.
  var plainRetry: (operation: Operation, strategy: RetryStrategy?)? {
    switch kind {
    case .operation(let operation):
      return (operation, nil)
    case .retry(let strategy):
      guard let input = inputs.first, case .operation(let operation) = input.kind else {
        return nil
      }
      return (operation, strategy)
    default:
      return nil
    }
  }
}

extension Operation {
  /// The shares of its attempts that fail, if each attempt fails by itself and nothing else can happen.
  var independentRates: [FaultRates.Rate]? {
    guard script.isEmpty, outages == nil, hangs == 0, resource == nil else { return nil }
    return switch faults {
    case .none: []
    case .rates(let rates): rates.rates
    case .burst, .computed: nil
    }
  }
}
