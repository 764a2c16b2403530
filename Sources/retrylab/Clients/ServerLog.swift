/// The lines of a server on standard output, without which it goes on if they cannot be written.
final class ServerLog {
  private(set) var isComplete = true

  func add(_ line: String) {
    // A line after one that is missing would look as if nothing was.
    guard isComplete, let problem = Platform.problem(ofWriting: line) else { return }
    isComplete = false
    Platform.write(
      "retrylab: the log ends here, since it cannot be written: \(problem); requests are still answered",
      to: .error)
  }
}
