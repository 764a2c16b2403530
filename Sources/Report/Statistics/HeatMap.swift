import TextLayout

/// Values over two parameters, the darker the greater, with the values beside the shades where there is room; what is
/// not known is left empty.
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

  /// Creates the map of rows of values with the labels of rows and columns; it needs two different values.
  init?(
    _ title: String, _ values: [[Double?]], down: [String], across: [String], style: Style,
    text: @escaping (Double) -> String
  ) {
    let known = values.joined().compactMap(\.self)
    guard values.count == down.count, values.allSatisfy({ $0.count == across.count }),
      let low = known.min(), let high = known.max(), low < high
    else { return nil }
    self.title = title
    self.values = values
    self.down = down.map { Fitting.cut($0, to: style.width / 3, style.ellipsis) }
    self.across = across
    self.text = text
    self.style = style
    (self.low, self.high) = (low, high)
  }

  /// The lines of the map: its title, the labels of the columns, a line for each row, and the scale.
  var lines: [String] {
    let told = told
    let isTold =
      margin + across.count * (DisplayWidth.columns(of: told[0][0]) + 2) <= style.width
    return ["", title] + (isTold ? table(told) : shades) + [scale]
  }

  /// The columns that the labels of the rows take.
  private var margin: Int { DisplayWidth.columns(ofWidest: down) }

  /// Each value in words beside its shade, all as wide as the widest label.
  private var told: [[String]] {
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

  private func table(_ told: [[String]]) -> [String] {
    var table = Table([.right] + across.map { _ in .right })
    table.add([.init("")] + across.map { .init($0, .faint) })
    for (label, cells) in zip(down, told) {
      table.add([.init(label, .strong)] + cells.map { .init($0) })
    }
    return table.lines(style).map(\.text)
  }

  /// The shades alone, under the first label and the last.
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

  /// What the lightest shade and the darkest one stand for.
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
