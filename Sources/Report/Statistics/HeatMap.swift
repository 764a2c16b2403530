import TextLayout

/// A heat map of values over two parameters, with the values next to the shades if there is room; unknown values
/// are empty.
struct HeatMap {
  private static let blocks = [" ", "░", "▒", "▓", "█"]
  private static let marks = [" ", ".", "-", "+", "#"]

  private let title: String
  private let values: [[Double?]]
  private let down: [String]
  private let across: [String]
  private let text: (Double) -> String
  private let style: Style
  private let low: Double
  private let high: Double

  /// Creates the map of rows of values with row and column labels; at least two values must differ.
  init?(
    _ title: String, _ values: [[Double?]], down: [String], across: [String], style: Style,
    text: @escaping (Double) -> String
  ) {
    let known = values.joined().compactMap(\.self)
    // Values that look the same need no map.
    guard values.count == down.count, values.allSatisfy({ $0.count == across.count }),
      let low = known.min(), let high = known.max(), low < high,
      text(low) != text(high)
    else { return nil }
    self.title = title
    self.values = values
    self.down = down.map { Fitting.cut($0, to: style.width / 3, style.ellipsis) }
    self.across = across
    self.text = text
    self.style = style
    (self.low, self.high) = (low, high)
  }

  /// The lines of the map: its title, the column labels, a line per row, and the scale.
  var lines: [String] {
    let texts = texts
    // All cells are as wide as the first.
    let isTold =
      margin + across.count * (DisplayWidth.columns(of: texts[0][0]) + 2) <= style.width
    return ["", title] + (isTold ? table(texts) : shades) + [scale]
  }

  /// The width of the row labels.
  private var margin: Int { DisplayWidth.columns(ofWidest: down) }

  /// Each value next to its shade, all as wide as the widest label.
  private var texts: [[String]] {
    let words = values.map { $0.map { $0.map(text) ?? "" } }
    let width = DisplayWidth.columns(ofWidest: words.joined())
    let widest = DisplayWidth.columns(ofWidest: across)
    return zip(words, values).map { words, values in
      zip(words, values).map { word, value in
        Fitting.padLeft(
          shade(value) + shade(value) + " " + Fitting.padLeft(word, to: width), to: widest)
      }
    }
  }

  private func table(_ texts: [[String]]) -> [String] {
    var table = Table([.right] + across.map { _ in .right })
    table.add([.init("")] + across.map { .init($0, .faint) })
    for (label, cells) in zip(down, texts) {
      table.add([.init(label, .strong)] + cells.map { .init($0) })
    }
    return table.lines(style).map(\.text)
  }

  /// The shades alone, with only the first and last labels.
  private var shades: [String] {
    let isWide = margin + 2 + across.count * 2 <= style.width
    let drawn = values.map { $0.map { isWide ? shade($0) + shade($0) : shade($0) }.joined() }
    let width = across.count * (isWide ? 2 : 1)
    let first = across[0]
    let last = Fitting.padLeft(
      across[across.count - 1], to: max(width - DisplayWidth.columns(of: first), 0))
    let head = DisplayWidth.columns(of: first + last) <= width ? first + last : first
    return
      ([Fitting.padLeft("", to: margin) + "  " + head]
      + zip(down, drawn).map { Fitting.padLeft($0, to: margin) + "  " + $1 })
      .map { Fitting.prefix(of: $0, style.width) }
  }

  /// The legend: the values of the lightest and the darkest shade.
  private var scale: String {
    let shades = style.isUnicode ? Self.blocks : Self.marks
    let strip = shades.map { $0 + $0 }.joined()
    let bar = style.isUnicode ? "│" : "|"
    return Fitting.padLeft("", to: margin) + "  \(text(low)) \(bar)\(strip)\(bar) \(text(high))"
  }

  private func shade(_ value: Double?) -> String {
    guard let value else { return " " }
    let shades = style.isUnicode ? Self.blocks : Self.marks
    let level = (value - low) / (high - low) * Double(shades.count)
    return shades[min(Int(level), shades.count - 1)]
  }
}
