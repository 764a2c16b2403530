import TextLayout
import VirtualTime

/// A line about an event: what it says, before it is laid out.
struct TraceRow {
  /// When it happened.
  var at: Instant?
  /// Whether it goes on about the line before, so that it needs no time.
  var isContinued = false
  /// The number of the attempt that it is about, if it must say so.
  var attempt: Int?
  /// The sign before the text.
  let glyph: Glyph
  /// What happened.
  let text: String
  /// The ink of the text.
  var ink: Ink?
  /// Why it happened.
  var detail: String?
}
