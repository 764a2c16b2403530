import VirtualTime

extension UInt64 {
  /// What a run under this seed draws, such as `seed 42`, or `draws 0.5` if all draws are pinned.
  package var seedPhrase: String {
    PinnedDraw(of: self).map { "draws \($0.name)" } ?? "seed \(self)"
  }

  /// The option of a command that sets it.
  package var seedOption: String { "seed \(PinnedDraw.proper(self))" }
}
