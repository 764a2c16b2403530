import TextLayout
import VirtualTime

/// The content of a line about an event, before layout.
struct TraceRow {
  var at: Instant?
  /// Whether it continues the previous line, so that it needs no time.
  var isContinued = false
  var attempt: Int?
  let glyph: Glyph
  let text: String
  var ink: Ink?
  var detail: String?
}
