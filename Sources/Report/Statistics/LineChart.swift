import Measurement
import TextLayout

/// A line chart of values at equal distances above their labels, with gaps for unknown values.
struct LineChart {
  private static let rows = 4
  private static let dotsDown = 4
  private static let dotsAcross = 2

  private let title: String
  private let values: [Double?]
  /// The intervals of the values, drawn as vertical lines.
  private let whiskers: [Estimate?]
  private let labels: [String]
  private let text: (Double) -> String
  private let style: Style

  /// Creates the chart of values with their labels; at least two values must differ.
  init?(
    _ title: String, _ values: [Double?], whiskers: [Estimate?] = [], labels: [String],
    style: Style, text: @escaping (Double) -> String
  ) {
    let known = values.compactMap(\.self).filter(\.isFinite)
    guard let low = known.min(), let high = known.max(), low < high,
      text(low) != text(high)
    else { return nil }
    // A very uncertain value would flatten the line.
    let room = (high - low) / 2
    let ends = whiskers.compactMap(\.self).flatMap { [$0.low, $0.high] }
    self.low = max(([low] + ends).min() ?? low, low - room)
    self.high = min(([high] + ends).max() ?? high, high + room)
    self.title = title
    self.values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
    self.whiskers = whiskers
    self.labels = labels
    self.text = text
    self.style = style
  }

  private let low: Double
  private let high: Double

  var lines: [String] {
    let margin = max(text(low).count, text(high).count)
    let columns = max(min(60, style.width - margin - 2), 10)
    let drawn = picture(columns)
    let marks = drawn.indices.map { $0 == 0 ? text(high) : $0 == Self.rows - 1 ? text(low) : "" }
    let rows = zip(marks, drawn).map { Fitting.padLeft($0, to: margin) + "  " + $1 }
    let space = String(repeating: " ", count: margin + 2)
    return ["", title] + (rows + [space + axis(columns)]).map(\.withoutTrailingSpaces)
  }

  /// The number of dots in a cell, vertically and horizontally.
  private var cell: (down: Int, across: Int) {
    style.isUnicode ? (Self.dotsDown, Self.dotsAcross) : (1, 1)
  }

  /// Returns the dots of the line, by row, from the top.
  private func picture(_ columns: Int) -> [String] {
    let width = columns * cell.across
    let height = Self.rows * cell.down
    func top(_ value: Double) -> Int {
      Int((high - value) / (high - low) * Double(height - 1) + 0.5)
    }
    let tops = (0..<width).map { value(at: $0, of: width).map(top) }
    var cells = [[UInt16]](repeating: Array(repeating: 0, count: columns), count: Self.rows)
    for case (let dot, let top?) in tops.enumerated() {
      // A steep line covers all dots between it and its neighbour.
      let next = tops[min(dot + 1, width - 1)] ?? top
      let end = next > top ? next - 1 : next < top ? next + 1 : top
      for row in min(top, end)...max(top, end) {
        cells[row / cell.down][dot / cell.across] |= Self.bit(row % cell.down, dot % cell.across)
      }
    }
    for case (let index, let whisker?) in whiskers.enumerated() {
      let dot = index * (width - 1) / max(values.count - 1, 1)
      let ends = [whisker.high, whisker.low].map { top(min(max($0, low), high)) }
      for row in ends[0]...ends[1] {
        cells[row / cell.down][dot / cell.across] |= Self.bit(row % cell.down, dot % cell.across)
      }
    }
    return cells.map { row in row.map(symbol).joined() }
  }

  /// Returns the value at a dot, interpolated between its neighbours; next to an unknown value there is none.
  private func value(at dot: Int, of width: Int) -> Double? {
    let step = Double(values.count - 1) / Double(width - 1)
    let place = Double(dot) / Double(width - 1) * Double(values.count - 1)
    let index = min(Int(place), values.count - 2)
    let share = place - Double(index)
    guard let left = values[index] else { return 1 - share <= step / 2 ? values[index + 1] : nil }
    guard let right = values[index + 1] else { return share <= step / 2 ? left : nil }
    return left * (1 - share) + right * share
  }

  /// Returns the bit of a dot in a Braille cell.
  private static func bit(_ down: Int, _ across: Int) -> UInt16 {
    down == 3 ? 0x40 << UInt16(across) : 1 << UInt16(down + 3 * across)
  }

  private func symbol(_ bits: UInt16) -> String {
    guard bits > 0 else { return " " }
    return style.isUnicode ? String(decoding: [0x2800 + bits], as: UTF16.self) : "*"
  }

  /// Returns the labels below their values, as many as fit.
  private func axis(_ columns: Int) -> String {
    var line = ""
    for (index, label) in labels.enumerated() {
      let place = index * (columns - 1) / max(labels.count - 1, 1)
      let start = min(place, columns - DisplayWidth.columns(of: label))
      let end = DisplayWidth.columns(of: line)
      guard start >= (end == 0 ? 0 : end + 1) else { continue }
      line += String(repeating: " ", count: start - end) + label
    }
    return line
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
