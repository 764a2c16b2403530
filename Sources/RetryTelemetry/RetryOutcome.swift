public import Retry

/// How a call ended.
public enum RetryOutcome: String, CaseIterable, Sendable {
  case success, failure, cancelled
}

extension PipelineEvent {
  /// How the call ended; `nil` if it goes on.
  public var outcome: RetryOutcome? {
    guard case .ended(_, let error) = kind else { return nil }
    return error.map { $0 is CancellationError ? .cancelled : .failure } ?? .success
  }
}

extension RetryEvent {
  /// How the call ended; `nil` if it goes on.
  public var outcome: RetryOutcome? {
    switch kind {
    case .succeeded: .success
    case .failed(_, .fail(.cancelled)), .cancelled: .cancelled
    case .failed(_, .fail), .failed(_, .complete), .answered(.cancel), .refused, .escaped: .failure
    case .started, .failed, .answered(.retry): nil
    @unknown default: nil
    }
  }
}
