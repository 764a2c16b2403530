/// How a call ends when all of its attempts have failed.
public enum Exhaustion: Hashable, Sendable {
  /// With the last failure.
  case fail
  /// Well, but without a value.
  case complete
}
