package import Pictures
package import TextLayout

/// Parts of a report that belong together.
package struct ReportSection: Sendable {
  package let blocks: [ReportBlock]
  /// Whether the result is decided by it, so that it belongs on the first screen.
  let decides: Bool
  /// Whether it stands on the first screen for what is left out there.
  let isSubstitute: Bool

  init(_ blocks: [ReportBlock], decides: Bool = true) {
    (self.blocks, self.decides, isSubstitute) = (blocks, decides, false)
  }

  /// Lines that stand on the first screen for what is left out there.
  init(inBrief lines: [String]) {
    (blocks, decides, isSubstitute) = ([.lines(lines)], true, true)
  }

  init(_ lines: [String], decides: Bool = true) { self.init([.lines(lines)], decides: decides) }

  /// A picture below an empty line.
  init(_ picture: Picture?, decides: Bool = true) {
    self.init(picture.map { [.lines([""]), .picture($0)] } ?? [], decides: decides)
  }

  /// A table below an empty line.
  init(_ table: Table?, decides: Bool = true) {
    self.init(table.map { [.lines([""]), .table($0)] } ?? [], decides: decides)
  }

  func lines(_ style: Style) -> [String] { blocks.flatMap { $0.lines(style) } }
}

/// A part of a result, which terminals and pages lay out in their own ways.
package enum ReportBlock: Sendable {
  /// Lines that are laid out already.
  case lines([String])
  case table(Table)
  case picture(Picture)

  /// Its lines on a terminal; a picture has its title above it if no plot has a name.
  package func lines(_ style: Style) -> [String] {
    switch self {
    case .lines(let lines): return lines
    case .table(let table): return table.lines(style).map(\.text)
    case .picture(let picture):
      let title =
        picture.plots.isEmpty
        ? Wrapping.lines(picture.title, width: style.width - 2).map { "  \($0)" } : []
      return title + TextPicture(picture, style: style).lines().map(\.text)
    }
  }
}
