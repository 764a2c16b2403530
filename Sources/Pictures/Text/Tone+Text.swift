import TextLayout

/// What is drawn in a cell, and its substitute in ASCII.
struct CellText {
  let drawn: String
  let plain: String

  init(_ drawn: String, _ plain: String) { (self.drawn, self.plain) = (drawn, plain) }

  /// Whether it fills its cell, and so has parts of a cell.
  var isSolid: Bool { drawn == "█" }
}

extension Style {
  /// Returns what is drawn with the characters of the style.
  func draws(_ text: CellText) -> String { charts == .ascii ? text.plain : text.drawn }
}

extension Tone {
  /// What fills the cells of a span.
  var fill: CellText {
    switch self {
    case .outage: CellText("░", "#")
    case .perhaps: CellText("·", ":")
    case .wait: CellText("╌", ".")
    case .unknown: CellText("…", ".")
    case .stream, .interval: CellText("─", "-")
    case .succeeded, .failed, .cancelled, .open: CellText("━", "=")
    case .value, .goodEnd, .badEnd: CellText("•", "*")
    case .retried, .measured, .cell: area
    }
  }

  /// What fills the cells of a bar in a plot; the kinds differ without colours.
  var area: CellText {
    switch self {
    case .failed, .badEnd: CellText("▒", "x")
    case .retried, .outage: CellText("░", ":")
    default: CellText("█", "#")
    }
  }

  /// The ends of an interval.
  static let ends = (low: CellText("├", "|"), high: CellText("┤", "|"))

  /// The shades of the levels of a map.
  static let shades = [
    CellText(" ", " "), CellText("░", "."), CellText("▒", "-"), CellText("▓", "+"),
    CellText("█", "#"),
  ]

  /// The sign at the end of a span.
  var sign: CellText? {
    switch self {
    case .succeeded: CellText("✓", "+")
    case .failed: CellText("✗", "x")
    case .cancelled: CellText("◌", "o")
    case .open: CellText("…", ".")
    default: nil
    }
  }

  var ink: Ink? {
    switch self {
    case .succeeded, .goodEnd: .success
    case .failed, .badEnd: .failure
    case .wait, .perhaps, .open, .retried: .wait
    case .outage, .unknown, .stream, .interval, .cancelled: .faint
    case .value, .cell: nil
    case .measured: .number
    }
  }
}
