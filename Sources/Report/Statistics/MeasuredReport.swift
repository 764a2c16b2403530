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
  package var lines: [String] { wholeSections.flatMap { $0.lines(style) } }
  /// All sections of the full form.
  package var wholeSections: [ReportSection] { sections.filter { !$0.isSubstitute } }
  package var text: String { lines.joined(separator: "\n") }

  /// The sections that fit a number of rows or decide the result, and how many lines are left out.
  package func text(within rows: Int) -> (text: String, left: Int) {
    let laidOut = sections.map { (section: $0, lines: $0.lines(style)) }
    let whole = laidOut.filter { !$0.section.isSubstitute }
    let all = whole.flatMap(\.lines)
    guard all.count > rows else { return (all.joined(separator: "\n"), 0) }
    let left = whole.filter { !$0.section.decides }.reduce(0) { $0 + $1.lines.count }
    let brief = laidOut.filter(\.section.decides).flatMap(\.lines)
    return (brief.joined(separator: "\n"), left)
  }
}
