extension EventQueue {
  /// A handle to one scheduled event.
  ///
  /// The queue never reuses a token, so a stale one is harmless.
  @usableFromInline
  package struct Token: Hashable, Sendable {
    /// The number of the event.
    @usableFromInline let serial: UInt64
    /// The slot of the event.
    @usableFromInline let slot: UInt32

    /// Creates the handle of an event from its number and slot.
    @inlinable
    init(serial: UInt64, slot: UInt32) {
      self.serial = serial
      self.slot = slot
    }
  }
}
