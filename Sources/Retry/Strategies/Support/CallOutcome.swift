/// How a call ended, as a strategy sees it.
public enum CallOutcome: String, Hashable, Sendable, Codable {
  /// It counts as a success.
  case success
  /// It counts as a failure.
  case failure
  /// It says nothing about the service, since it was cancelled, for example.
  case ignored
}
