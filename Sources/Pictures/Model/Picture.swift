/// A picture as a value, which each surface draws: rows of marks above a common axis.
package struct Picture: Sendable {
  /// What it is a picture of, such as an expression as written.
  package var title: String
  /// The line that sums it up.
  package var summary: String
  package var axis: Axis
  package var rows: [Row]

  package init(title: String, summary: String = "", axis: Axis, rows: [Row]) {
    (self.title, self.summary, self.axis, self.rows) = (title, summary, axis, rows)
  }

  /// Marks in one line, with a name at the left.
  package struct Row: Sendable {
    /// The name; empty if the row goes on with what the row above is about.
    package var name: String
    package var marks: [Mark]
    /// Words in the place of marks.
    package var remark: String?

    package init(_ name: String, _ marks: [Mark] = [], remark: String? = nil) {
      (self.name, self.marks, self.remark) = (name, marks, remark)
    }
  }

  /// Something that lasts from one place on the axis to another, or is at one.
  package struct Mark: Sendable {
    package let from: Double
    package let to: Double
    package let tone: Tone
    /// The text that stands for it, if that is not the sign of its tone.
    package var sign: String?
    /// What is written near it, the longest text first.
    package var captions: [String]
    /// What it is, for who asks.
    package var note: String

    package init(
      _ from: Double, _ to: Double, _ tone: Tone, sign: String? = nil, captions: [String] = [],
      note: String = ""
    ) {
      (self.from, self.to, self.tone, self.sign) = (from, to, tone, sign)
      (self.captions, self.note) = (captions, note)
    }
  }

  /// The tones that it has, in the order of a legend.
  package var tones: [Tone] {
    let used = Set(rows.flatMap { $0.marks.map(\.tone) })
    return Tone.allCases.filter(used.contains)
  }
}
