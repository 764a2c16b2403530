import TextLayout

/// A bar whose length is a share of a width.
enum Bar {
  private static let eighths: [String] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns the bar; a share above zero is always visible.
  static func text(_ share: Double, width: Int, _ style: Style) -> String {
    let eighths = Int(min(max(share, 0), 1) * Double(width * 8) + 0.5)
    let count = share > 0 ? max(eighths, 1) : 0
    // Rounded up, so that a small share is seen.
    guard style.isUnicode else { return String(repeating: "#", count: (count + 7) / 8) }
    return String(repeating: "█", count: count / 8) + Self.eighths[count % 8]
  }
}
