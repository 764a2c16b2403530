import RetryNumerics

extension PipelineEvent: CustomStringConvertible {
  /// The event as text.
  ///
  /// For example `300 ms into the call, attempt 2: retrying in 200 ms`, after the name and the number of the call, such
  /// as `fetch 7, `, if the pipeline has a name.
  public var description: String {
    let time = Nanoseconds(elapsed).phrase
    let name = hedge == 0 ? "attempt \(attempt)" : "hedge \(hedge) of attempt \(attempt)"
    let call = pipeline.map { "\($0) \(self.call), " } ?? ""
    return call + text(name, time)
  }

  private func text(_ name: String, _ time: String) -> String {
    switch kind {
    case .started: "\(name) started after \(time)"
    case .succeeded: "\(name) succeeded after \(time)"
    case .failed(let error): "\(name) failed after \(time) (\(error))"
    case .ended(let attempts, let error):
      "call \(error == nil ? "succeeded" : "failed") after \(time), "
        + "\(attempts) \(attempts == 1 ? "attempt" : "attempts")"
        + (error.map { " (\($0))" } ?? "")
    default: "\(time) into the call, \(name): \(kind.remark)"
    }
  }
}

extension PipelineEvent.Kind {
  fileprivate var remark: String {
    switch self {
    case .started, .succeeded, .failed, .ended: "made"
    case .decided(let decision): "\(decision)"
    case .escaped(let error):
      "not retrying, the policy is not for errors of type \(type(of: error))"
    case .granted: "the retry budget pays"
    case .refused(let refusal): "\(refusal)"
    case .waiting(let strategy, nil): "waiting for the \(strategy.name)"
    case .waiting(let strategy, let time?):
      "waiting \(Nanoseconds(time).phrase) for the \(strategy.name)"
    case .timedOut(let limit): "\(TimeoutError(limit: limit))"
    case .breaker(.closed): "the breaker closes"
    case .breaker(.open): "the breaker opens"
    case .breaker(.halfOpen): "the breaker is half-open"
    case .breaker(.isolated): "the breaker is isolated"
    case .hedged: "launched"
    case .won: "won"
    case .lost: "lost"
    case .replaced(let error): "a fallback replaces \(error)"
    }
  }
}
