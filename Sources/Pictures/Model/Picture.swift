/// A picture as a value, which each surface draws: rows of marks, or plots, above a common axis.
package struct Picture: Sendable {
  /// What it is a picture of, such as an expression as written.
  package var title: String
  /// The line that sums it up.
  package var summary: String
  package var axis: Axis
  package var bands: [Band]

  package init(title: String, summary: String = "", axis: Axis, bands: [Band]) {
    (self.title, self.summary, self.axis, self.bands) = (title, summary, axis, bands)
  }

  package init(title: String, summary: String = "", axis: Axis, rows: [Row]) {
    self.init(title: title, summary: summary, axis: axis, bands: rows.map(Band.row))
  }

  /// What has a place of its own above the axis.
  package enum Band: Sendable {
    case row(Row)
    case plot(Plot)
  }

  /// Marks in one line, with a name at the left.
  package struct Row: Sendable {
    /// The name; empty if the row goes on with what the row above is about.
    package var name: String
    package var marks: [Mark]
    /// Words in the place of marks.
    package var remark: String?
    /// The value that its marks stand for, which is written between the name and these.
    package var figure: String
    package var shape: Shape

    package enum Shape: Sendable {
      /// What lasts, with a sign at its end.
      case spans
      /// Filled from one value to another, such as the parts of a whole after each other.
      case bars
    }

    package init(
      _ name: String, _ marks: [Mark] = [], remark: String? = nil, figure: String = "",
      shape: Shape = .spans
    ) {
      (self.name, self.marks, self.remark) = (name, marks, remark)
      (self.figure, self.shape) = (figure, shape)
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
    /// How dark a place in a map is, between 0 and 1.
    package var level: Double?

    package init(
      _ from: Double, _ to: Double, _ tone: Tone, sign: String? = nil, captions: [String] = [],
      note: String = "", level: Double? = nil
    ) {
      (self.from, self.to, self.tone, self.sign) = (from, to, tone, sign)
      (self.captions, self.note, self.level) = (captions, note, level)
    }
  }

  /// Returns it with what a number stands for above each row that begins with one, however long that is.
  package func naming(_ subjects: [String]) -> Picture {
    var picture = self
    picture.bands = bands.flatMap { band -> [Band] in
      guard case .row(var row) = band, let number = Int(row.name.prefix { $0 != " " }),
        subjects.indices.contains(number - 1)
      else { return [band] }
      row.name = String(row.name.drop { $0.isNumber }.drop { $0 == " " })
      return [.row(Row("", remark: subjects[number - 1])), .row(row)]
    }
    return picture
  }

  /// The same with plots twice as high; those of one line are rows.
  var tall: Picture {
    var picture = self
    picture.bands = bands.map { band in
      guard case .plot(var plot) = band, plot.height > 1 else { return band }
      plot.height *= 2
      return .plot(plot)
    }
    return picture
  }

  package var rows: [Row] { bands.compactMap { if case .row(let row) = $0 { row } else { nil } } }
  package var plots: [Plot] {
    bands.compactMap { if case .plot(let plot) = $0 { plot } else { nil } }
  }

  /// The tones of its rows and plots, in the order of a legend.
  package var tones: [Tone] {
    let used = Set(
      rows.flatMap { $0.marks.map(\.tone) } + plots.flatMap { $0.series.map(\.tone) })
    return Tone.allCases.filter(used.contains)
  }
}
