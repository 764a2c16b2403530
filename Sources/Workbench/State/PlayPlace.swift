package import RetryNumerics

/// The position in a call that is played in real time.
package struct PlayPlace {
  /// The speed relative to virtual time.
  package let speed: Double
  /// The virtual time.
  package var now = Nanoseconds.zero
  /// The number of events shown.
  package var shown = 0
}
