/// The version of RetryLab.
enum Version {
  /// The version, as `--version` prints it.
  static let current = "0.1.0"
}
