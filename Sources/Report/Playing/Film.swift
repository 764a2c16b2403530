package import RetryNumerics
package import TextLayout

/// What a play shows, laid out for a screen.
package protocol Film {
  /// The time of its end.
  var length: Nanoseconds { get }
  /// The times at which something happens, in order.
  var moments: [Nanoseconds] { get }
  /// Everything that there is to see.
  var whole: [TextLine] { get }
  /// How each of what is shown ended.
  var results: [TextLine] { get }
  /// Returns the picture at a time, in a number of rows at most.
  func picture(at now: Nanoseconds, rows: Int) -> [TextLine]
  /// Returns the picture at a time in letters that are read from the back of a room.
  func bigPicture(at now: Nanoseconds, rows: Int) -> [TextLine]
}

extension Film {
  /// A line with the number and the expression of what is played beside others.
  static func heading(_ index: Int, _ subject: String, _ style: Style) -> TextLine {
    var line = TextLine(style: style)
    line.add("\(index + 1)  \(subject)", .strong)
    return line
  }
}
