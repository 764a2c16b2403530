import Retry

// The layers beside the retries as configurations.

extension PolicyText {
  /// Returns the layers around the call, something for the retries, and the layers around an attempt.
  func steps<Step>(_ retries: Step, _ step: (PolicyDocument.Layer) -> Step) -> [Step] {
    layers.aroundCall.map(step) + [retries] + layers.aroundAttempt.map(step)
  }
}
