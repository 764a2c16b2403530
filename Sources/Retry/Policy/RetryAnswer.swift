/// What a person says who is asked whether to go on.
public enum RetryAnswer: Hashable, Sendable {
  /// Make another attempt now.
  case retry
  /// Give up.
  case cancel
}
