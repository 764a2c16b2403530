import Files

/// The lines of a server on standard output, without which it goes on if nobody takes them.
final class ServerLog {
  private(set) var isComplete = true
  /// What a slow reader has not taken yet.
  private var rest: ArraySlice<UInt8> = []

  /// The bytes that are kept for a slow reader.
  private static let most = 16 << 20
  /// How long a reader may take nothing at the end, in milliseconds.
  private static let patience: Int32 = 5000

  func add(_ line: String) {
    // A line after one that is missing would look as if nothing was.
    guard isComplete else { return }
    rest += Platform.printed(line).utf8
    write()
    if rest.count > Self.most { end(since: "its reader is too slow") }
  }

  /// Gives the reader all that is left.
  func finish() {
    write(waitingAtMost: Self.patience)
    if !rest.isEmpty { end(since: "nobody reads it") }
  }

  private func write(waitingAtMost patience: Int32 = 0) {
    do throws(FileError) {
      rest = try Platform.write(rest, waitingAtMost: patience)
    } catch {
      end(since: "it cannot be written: \(error)")
    }
  }

  private func end(since reason: String) {
    (isComplete, rest) = (false, [])
    Platform.write(
      "retrylab: the log ends here, since \(reason); requests are still answered", to: .error)
  }
}
