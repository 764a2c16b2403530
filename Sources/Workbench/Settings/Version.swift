/// The version of RetryLab.
package enum Version {
  /// The version, as `--version` prints it.
  package static let current = "0.1.0"
}
