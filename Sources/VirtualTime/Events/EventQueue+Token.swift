extension EventQueue {
  /// A handle to one scheduled event.
  ///
  /// No other event of the queue ever has the same one, so a stale token is harmless.
  @usableFromInline
  package struct Token: Hashable, Sendable {
    /// The number of the event.
    @usableFromInline let serial: UInt64
    /// Where the event is kept.
    @usableFromInline let slot: UInt32

    /// Creates the handle of the event with a number in a slot.
    @inlinable
    init(serial: UInt64, slot: UInt32) {
      self.serial = serial
      self.slot = slot
    }
  }
}
