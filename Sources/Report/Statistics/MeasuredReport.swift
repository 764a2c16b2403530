package import Pictures
package import TextLayout

/// What was measured, as sections of text and as pictures.
package protocol MeasuredReport {
  var sections: [ReportSection] { get }
  /// What was measured, in lines.
  var heading: [String] { get }
  var pictures: [Picture] { get }
  /// The title of its pictures, if that is not what was measured as written.
  var title: String? { get }
  var style: Style { get }
}

extension MeasuredReport {
  package var title: String? { nil }
  package var lines: [String] { sections.flatMap { $0.lines(style) } }
  package var text: String { lines.joined(separator: "\n") }

  /// The sections that fit a number of rows or decide the result, and how many lines are left out.
  package func text(within rows: Int) -> (text: String, left: Int) {
    let sections = sections.map { (lines: $0.lines(style), decides: $0.decides) }
    let all = sections.flatMap(\.lines)
    let brief = all.count > rows ? sections.filter(\.decides).flatMap(\.lines) : all
    return (brief.joined(separator: "\n"), all.count - brief.count)
  }
}
