package import Pictures
package import RetryNumerics
package import TextLayout

/// What a play shows, laid out for a screen.
package protocol Animation {
  /// The time of its end.
  var length: Nanoseconds { get }
  /// The times at which something happens, in order.
  var moments: [Nanoseconds] { get }
  /// Everything that there is to see.
  var whole: [TextLine] { get }
  /// How each of what is shown ended.
  var results: [TextLine] { get }
  /// The picture of everything, if there is anything to draw.
  var drawing: Picture? { get }
  /// Returns the picture at a time, in a number of rows at most.
  func picture(at now: Nanoseconds, rows: Int) -> [TextLine]
  /// Returns the picture at a time in letters that are read from the back of a room.
  func bigPicture(at now: Nanoseconds, rows: Int) -> [TextLine]
}

extension Animation {
  /// Returns the time of the last event before a time, or the start.
  package func moment(before now: Nanoseconds) -> Nanoseconds {
    moments[..<moments.partition { $0 >= now }].last ?? .zero
  }

  /// Returns the time of the first event after a time, or the end.
  package func moment(after now: Nanoseconds) -> Nanoseconds {
    moments[moments.partition { $0 > now }...].first ?? length
  }

  /// A line with the number and the expression of what is played beside others, cut to a number of columns.
  static func heading(
    _ index: Int, _ subject: String, _ style: Style, in columns: Int
  ) -> TextLine {
    var line = TextLine(style: style)
    line.addLeft("\(index + 1)  \(subject)", in: columns, .strong)
    return line.withoutTrailingSpaces
  }
}
