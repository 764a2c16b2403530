import TextLayout

/// The width of the terminal, as long as the user has not set another for the output.
final class TerminalWidth {
  /// The widths taken from the terminal rather than set by the user.
  private var taken: Set<Int> = []

  func take(_ width: Int) { taken.insert(width) }

  /// Returns the width of the terminal if it differs from that of the output, which the user has not set.
  func change(from width: Int) -> Int? {
    guard taken.contains(width), let columns = Platform.terminalWidth else { return nil }
    let fitting = max(columns, Style.leastWidth)
    taken.insert(fitting)
    return fitting == width ? nil : fitting
  }
}
