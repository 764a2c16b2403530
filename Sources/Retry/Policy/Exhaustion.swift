/// How a call ends when all of its attempts have failed.
public enum Exhaustion: String, Hashable, Sendable {
  /// It fails with the last error.
  case fail
  /// It completes without a value.
  case complete
}
