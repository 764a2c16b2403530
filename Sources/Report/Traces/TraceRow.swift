import TextLayout
import VirtualTime

/// The content of a line about an event, before layout.
struct TraceRow {
  /// The time of the event.
  var at: Instant?
  /// Whether it continues the previous line, so that it needs no time.
  var isContinued = false
  /// The number of its attempt, if shown.
  var attempt: Int?
  /// The glyph before the text.
  let glyph: Glyph
  /// The description of the event.
  let text: String
  var ink: Ink?
  var detail: String?
}
