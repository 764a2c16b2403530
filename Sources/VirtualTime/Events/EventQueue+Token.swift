extension EventQueue {
  /// A handle to one scheduled event.
  ///
  /// No other event of the queue ever has the same one, so a stale token is harmless.
  @usableFromInline
  package struct Token: Hashable, Sendable {
    @usableFromInline let sequence: UInt64
    @usableFromInline let slot: Int

    @inlinable
    init(sequence: UInt64, slot: Int) {
      self.sequence = sequence
      self.slot = slot
    }
  }
}
