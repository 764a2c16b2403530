#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The program: what its arguments ask for, and the exit code that tells how it went.
@main
enum RetryLab {
  static func main() {
    let outcome = answer(to: Array(CommandLine.arguments.dropFirst()))
    print(outcome.text)
    if outcome.code != 0 { exit(outcome.code) }
  }

  /// Returns what is printed for some arguments, and the exit code: 64 where they mean nothing.
  private static func answer(to arguments: [String]) -> (text: String, code: Int32) {
    switch arguments {
    case []: (about, 0)
    case ["--version"]: ("RetryLab \(Version.current)", 0)
    case ["--help"]: (about + "\n\n" + usage, 0)
    default: ("retrylab does not know '\(arguments.joined(separator: " "))'\n\n" + usage, 64)
    }
  }

  private static let about = """
    RetryLab \(Version.current): break things on purpose, in virtual time, and watch a retry strategy cope.
    The engine is here; the prompt is on its way.
    """

  private static let usage = """
    usage: retrylab [--version | --help]
    """
}
