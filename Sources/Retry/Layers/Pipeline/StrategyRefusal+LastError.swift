extension StrategyRefusal {
  /// The error that the refused retry would have followed; `nil` if a first attempt was refused.
  public var lastError: (any Error)? { last?.error }

  /// Returns the refusal of a retry after an error.
  func following(_ error: (any Error)?) -> StrategyRefusal {
    var copy = self
    copy.last = error.map { GivenError($0) }
    return copy
  }
}
