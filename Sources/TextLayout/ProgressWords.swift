/// How far a long work is, in words.
package enum ProgressWords {
  /// Returns how much of a work is done after some seconds, and about how many the rest takes.
  package static func text(_ share: Double, after seconds: Double) -> String {
    // Of a first share that is next to nothing the rest is more than a whole number can be.
    let left = Int(min(seconds * (1 - share) / share, 1e15)) + 1
    return "\(Int(share * 100))% done, about \(left.grouped) s left"
  }
}
