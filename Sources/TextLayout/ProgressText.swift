/// Descriptions of progress.
package enum ProgressText {
  /// Returns the completed share and an estimate of the remaining time.
  package static func text(_ share: Double, after seconds: Double) -> String {
    // With a tiny share the estimate would overflow.
    let left = Int64(min(seconds * (1 - share) / share, 1e15)) + 1
    return "\(Int(share * 100))% done, about \(time(left)) left"
  }

  /// Returns a number of seconds in the largest unit of which there are at least two.
  private static func time(_ seconds: Int64) -> String {
    let units: [(size: Int64, name: String)] = [(86_400, "days"), (3600, "h"), (60, "min")]
    let fitting = units.first { seconds >= 2 * $0.size } ?? (1, "s")
    return "\((seconds / fitting.size).grouped) \(fitting.name)"
  }
}
