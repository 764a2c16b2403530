import Glibc

/// The file size limit of the process.
package enum FileLimit {
  /// Makes a write beyond the limit fail instead of ending the program.
  package static func reportInsteadOfEnding() {
    // Caught rather than ignored, because child processes inherit ignored signals.
    _ = Signals.catch([SIGXFSZ], { _ in })
  }
}
