package import RetryNumerics
import VirtualTime

/// Draws signals as marbles, so that `MarbleText` reads the same signals again.
///
/// This is exact if each time is a whole number of units and each value is one digit or letter. A group takes as
/// many units as it has characters, so signals that follow too closely are shifted. Other values are drawn as `*`,
/// and times are rounded down to a unit. Signals beyond the maximum width are replaced by `…`.
package struct MarbleDrawing {
  private var text = ""
  private let unit: Nanoseconds

  /// Returns the drawing of signals in the order of their times.
  package static func draw(
    _ signals: [TimedSignal], unit: Nanoseconds, width: Int = 1000
  ) -> String {
    var drawing = MarbleDrawing(unit: max(unit, Nanoseconds(1)))
    var index = signals.startIndex
    while index < signals.endIndex {
      let column = drawing.column(of: signals[index])
      guard column < width, drawing.text.count < width else { return drawing.text + "…" }
      let end =
        signals[index...].firstIndex { drawing.column(of: $0) != column } ?? signals.endIndex
      drawing.add(signals[index..<end], at: column)
      index = end
    }
    return drawing.text
  }

  private init(unit: Nanoseconds) {
    self.unit = unit
  }

  private func column(of signal: TimedSignal) -> Int {
    Int(signal.at.count / unit.count)
  }

  private mutating func add(_ group: ArraySlice<TimedSignal>, at column: Int) {
    text += String(repeating: "-", count: max(0, column - text.count))
    let marks = String(group.map { Self.mark(of: $0.signal) })
    text += group.count == 1 ? marks : "(\(marks))"
  }

  private static func mark(of signal: Signal) -> Character {
    switch signal {
    case .completed: "|"
    case .failed: "#"
    case .value(.int(let digit)) where (0...9).contains(digit): Character("\(digit)")
    case .value(.text(let text)) where text.count == 1 && text.allSatisfy(\.isLetter):
      text.first ?? "*"
    case .value: "*"
    }
  }
}
