import TextLayout

/// A row of small bars, one column per value.
enum Sparkline {
  private static let eighths: [String] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns the bars of non-negative values; the greatest is full height.
  ///
  /// A value above zero is always visible. Without Unicode the height is a digit.
  static func text(_ values: [Double?], most: Double, _ style: Style) -> String {
    let steps = style.isUnicode ? 8 : 9
    return values.map { value in
      guard let value, value > 0, most > 0 else { return style.isUnicode ? " " : "." }
      let level = min(max(Int(value / most * Double(steps) + 0.5), 1), steps)
      return style.isUnicode ? eighths[level] : "\(level)"
    }.joined()
  }
}
