/// Descriptions of progress.
package enum ProgressText {
  /// Returns the completed share and an estimate of the remaining seconds.
  package static func text(_ share: Double, after seconds: Double) -> String {
    // With a tiny share the estimate would overflow.
    let left = Int(min(seconds * (1 - share) / share, 1e15)) + 1
    return "\(Int(share * 100))% done, about \(left.grouped) s left"
  }
}
