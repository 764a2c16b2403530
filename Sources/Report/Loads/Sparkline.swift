import TextLayout

/// Small bars, one column per value.
enum Sparkline {
  private static let eighths: [String] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns the bars of non-negative values, a number of rows high; the greatest is full height.
  ///
  /// A value above zero is always visible. Without Unicode the height in a single row is a digit.
  static func rows(
    _ values: [Double?], most: Double, _ height: Int, _ style: Style
  ) -> [String] {
    let steps = style.isUnicode ? 8 * height : height > 1 ? height : 9
    let levels = values.map { value -> Int in
      guard let value, value > 0, most > 0 else { return 0 }
      return min(max(Int(value / most * Double(steps) + 0.5), 1), steps)
    }
    guard style.isUnicode else {
      guard height > 1 else { return [levels.map { $0 == 0 ? "." : "\($0)" }.joined()] }
      return (0..<height).map { row in
        levels.map { $0 >= height - row ? "#" : row == height - 1 ? "." : " " }.joined()
      }
    }
    return (0..<height).map { row in
      levels.map { eighths[min(max($0 - 8 * (height - 1 - row), 0), 8)] }.joined()
    }
  }
}
