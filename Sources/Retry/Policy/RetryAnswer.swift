/// A person's answer to the question whether to retry.
public enum RetryAnswer: Hashable, Sendable {
  /// Make another attempt now.
  case retry
  /// Stop retrying.
  case cancel
}
