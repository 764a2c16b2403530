import Glibc

/// The size that files may have by the wish of whoever started the program.
package enum FileLimit {
  /// Sees to it that a write beyond it fails, and can be told of, rather than end the program.
  package static func tellInsteadOfEnding() {
    // Caught rather than ignored, since what is ignored stays so in programs that are started.
    _ = Signals.catch([SIGXFSZ], { _ in })
  }
}
