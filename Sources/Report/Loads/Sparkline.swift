import TextLayout

/// A row of small bars, one for each of some values, in as many columns.
enum Sparkline {
  private static let eighths: [String] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns the bars of values that are not negative; the greatest is as high as the row.
  ///
  /// What is more than nothing shows at least a little. Without Unicode the height is a digit.
  static func text(_ values: [Double?], most: Double, _ style: Style) -> String {
    let steps = style.isUnicode ? 8 : 9
    return values.map { value in
      guard let value, value > 0, most > 0 else { return style.isUnicode ? " " : "." }
      let level = min(max(Int(value / most * Double(steps) + 0.5), 1), steps)
      return style.isUnicode ? eighths[level] : "\(level)"
    }.joined()
  }
}
