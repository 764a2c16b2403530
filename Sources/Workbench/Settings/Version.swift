/// The version of RetryLab.
package enum Version {
  /// The version, as `--version` prints it.
  package static let current = "0.2.0"
  /// The date of the version, as the manual page tells it.
  package static let date = "November 29, 2026"
}

extension Version {
  /// What a report names as its maker.
  package static let maker = "RetryLab \(current)"
}
