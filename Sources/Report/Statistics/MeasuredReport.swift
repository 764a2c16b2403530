package import Pictures
import TextLayout

/// What was measured, as sections of text and as pictures.
package protocol MeasuredReport {
  var sections: [ReportSection] { get }
  /// What was measured, in lines.
  var heading: [String] { get }
  var pictures: [Picture] { get }
  /// The title of its pictures, if that is not what was measured as written.
  var title: String? { get }
}

/// Lines of a report that belong together.
package struct ReportSection: Sendable {
  let lines: [String]
  /// Whether the result is decided by it, so that it belongs on the first screen.
  let decides: Bool

  init(_ lines: [String], decides: Bool = true) { (self.lines, self.decides) = (lines, decides) }

  /// A picture below an empty line, with its title if no plot has a name.
  init(_ picture: Picture?, _ style: Style, decides: Bool = true) {
    guard let picture else { self.init([], decides: decides); return }
    let title =
      picture.plots.isEmpty
      ? Wrapping.lines(picture.title, width: style.width - 2).map { "  \($0)" } : []
    self.init(
      [""] + title + TextPicture(picture, style: style).lines().map(\.text), decides: decides)
  }
}

extension MeasuredReport {
  package var title: String? { nil }
  package var lines: [String] { sections.flatMap(\.lines) }
  package var text: String { lines.joined(separator: "\n") }

  /// The sections that fit a number of rows or decide the result, and how many lines are left out.
  package func text(within rows: Int) -> (text: String, left: Int) {
    let sections = sections
    let all = sections.flatMap(\.lines)
    let brief = all.count > rows ? sections.filter(\.decides).flatMap(\.lines) : all
    return (brief.joined(separator: "\n"), all.count - brief.count)
  }
}
