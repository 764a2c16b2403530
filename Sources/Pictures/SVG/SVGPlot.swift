import TextLayout

/// A plot of an image.
struct SVGPlot {
  private static let (nameHeight, pointerHeight, gap, least) = (26, 24, 10, 48)

  private let plot: Plot
  private let size: SVGSize
  private let x: (Double) -> Int
  /// The vertical places of the upper end and of the lower.
  private let (top, bottom): (Int, Int)

  init(_ plot: Plot, _ size: SVGSize, x: @escaping (Double) -> Int, at y: Int) {
    (self.plot, self.size, self.x) = (plot, size, x)
    top = y + Self.nameHeight
    bottom = top + Self.inner(of: plot)
  }

  static func height(of plot: Plot) -> Int {
    nameHeight + inner(of: plot) + (plot.pointers.isEmpty ? 0 : pointerHeight) + gap
  }

  /// The height of the plot alone.
  private static func inner(of plot: Plot) -> Int { max(plot.height * 34, least) }

  var elements: [Markup] {
    let bars = plot.series.filter { $0.shape == .bars }.flatMap { series in
      // In a line there is no room to point at each bar.
      plot.height == 1
        ? [outline(of: series)]
        : series.points.filter { $0.value > $0.low }.map { bar($0, series.tone) }
    }
    let curves = plot.series.filter { $0.shape == .curve }.map(curve)
    let pointed = plot.series.filter { $0.shape == .points }
    let all = pointed.flatMap { series in series.points.map { ($0, series.tone) } }
    let points = zip(all, signPlaces(of: all.map(\.0))).map { point($0.0, $0.1, sign: $1) }
    return name + values + bars + curves + points + pointers
  }

  private func y(_ value: Double) -> Int {
    bottom - Int((plot.axis.place(of: value) * Double(bottom - top)).rounded())
  }
}

extension SVGPlot {
  private var name: [Markup] {
    let end = size.left + size.plot
    let caption = plot.captions.first.map { SVGStyle.letter * $0.count } ?? 0
    let room = size.plot + size.right - caption
    let isShort = SVGStyle.letter * plot.name.count < room
    let name = isShort ? plot.name : SVGDrawing.clipped(plot.name, to: room)
    return [.text(name, "faint", x: size.left, y: top - 8)]
      + plot.captions.prefix(1).map { .text($0, end: end, y: top - 8) }
  }

  /// The values at the left, as many as have room, each with a line.
  private var values: [Markup] {
    let axis = plot.axis
    var labels = [
      (y: y(axis.high), text: axis.text(axis.high)), (y: bottom, text: axis.text(axis.low)),
    ]
    for tick in axis.ticks(atMost: (bottom - top) / 40) {
      let place = y(tick)
      if labels.allSatisfy({ abs($0.y - place) >= 24 }) {
        labels.append((y: place, text: axis.tick(tick)))
      }
    }
    let right = size.left + size.plot
    return labels.flatMap { label -> [Markup] in
      [
        .line(
          label.y == bottom ? "axis" : "tick", from: (size.left, label.y),
          to: (right, label.y)),
        .text(label.text, end: size.left - 10, y: label.y + 5),
      ]
    }
  }

  private func bar(_ point: Plot.Point, _ tone: Tone) -> Markup {
    let (left, right) = (x(point.from), x(point.to))
    let (high, low) = (y(point.value), y(point.low))
    let width = max(right - left - (right - left > 3 ? 1 : 0), 1)
    // What is more than nothing is always seen.
    return .told(
      point.note,
      [.box(tone.barKind, x: left, y: min(high, low - 1), width: width, height: max(low - high, 1))]
    )
  }

  private func outline(of series: Plot.Series) -> Markup {
    let bars = series.points.map { point in
      let (left, high) = (x(point.from), y(point.value))
      return "M\(left) \(bottom)V\(high)H\(max(x(point.to) - 1, left + 1))V\(bottom)"
    }
    let note = ([plot.name] + plot.captions.prefix(1)).joined(separator: ", ")
    return .told(
      note, [Markup("path", [("class", series.tone.barKind), ("d", bars.joined())])])
  }

  /// Where the signs of points begin: beside the sign of a point that is at the same place.
  private func signPlaces(of points: [Plot.Point]) -> [Int] {
    var taken: [(x: Int, y: Int)] = []
    return points.map { point in
      var (place, height) = (x(point.from) + 12, y(point.value))
      while taken.contains(where: { abs($0.x - place) < SVGStyle.letter && abs($0.y - height) < 16 }
      ) {
        place += SVGStyle.letter
      }
      if point.sign != nil { taken.append((place, height)) }
      return place
    }
  }

  private func point(_ point: Plot.Point, _ tone: Tone, sign: Int) -> Markup {
    let (place, middle) = (x(point.from), y(point.value))
    var drawn: [Markup] = []
    if point.low < point.high {
      let ends = [y(point.low), y(point.high)]
      drawn.append(.line("whisker", from: (place, ends[0]), to: (place, ends[1])))
      drawn += ends.map { .line("whisker", from: (place - 6, $0), to: (place + 6, $0)) }
    }
    drawn.append(
      Markup(
        "circle",
        [("class", tone.kind), ("cx", "\(place)"), ("cy", "\(middle)"), ("r", "6")]))
    if let text = point.sign { drawn.append(.text(text, x: sign, y: middle - 8)) }
    return .told(point.note, drawn)
  }

  private func curve(_ series: Plot.Series) -> Markup {
    let places = series.points.map { "\(x($0.from)),\(y($0.value))" }.joined(separator: " ")
    let line = Markup("polyline", [("class", "curve"), ("points", places)])
    guard let end = series.points.last, let sign = end.sign else { return line }
    return .told(
      end.note, [line, .text(sign, x: x(end.from) + 8, y: y(end.value) + 5)])
  }

  private var pointers: [Markup] {
    var taken: [Range<Int>] = []
    return plot.pointers.flatMap { pointer -> [Markup] in
      let place = x(pointer.place)
      let line = Markup.told(
        pointer.note, [.line("pointer", from: (place, top), to: (place, bottom + 6))])
      let half = SVGStyle.letter * pointer.name.count / 2
      // A name close to the one before it would overlap it.
      let room = place - half - SVGStyle.letter / 2..<place + half + SVGStyle.letter / 2
      guard !taken.contains(where: { $0.overlaps(room) }) else { return [line] }
      taken.append(room)
      return [line, .text(pointer.name, "faint", x: place, y: bottom + 22, isCentred: true)]
    }
  }
}
