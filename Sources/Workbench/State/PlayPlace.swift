package import RetryNumerics

/// How far a call has been shown at its own pace.
package struct PlayPlace {
  /// How many times faster than its time.
  package let speed: Double
  /// The time in the call.
  package var now = Nanoseconds.zero
  /// The number of events that were shown.
  package var shown = 0
}
