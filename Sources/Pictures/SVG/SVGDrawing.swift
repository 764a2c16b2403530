import TextLayout

/// One picture of an image.
struct SVGDrawing: Sendable {
  private static let (rowHeight, remarkHeight, boxHeight, captionHeight) = (54, 30, 24, 22)

  private let picture: Picture
  private let isTitled: Bool
  private let size: SVGSize

  init(_ picture: Picture, isTitled: Bool, _ size: SVGSize) {
    (self.picture, self.isTitled, self.size) = (picture, isTitled, size)
  }

  /// Where the legend and the first row begin.
  private var legendTop: Int { isTitled ? 30 : 4 }
  private var top: Int { legendTop + (legend.isEmpty ? 0 : 32) }
  private var bottom: Int {
    top + max(picture.bands.reduce(0) { $0 + Self.height(of: $1) }, Self.rowHeight)
  }
  var height: Int { bottom + (labels.isEmpty ? 12 : 40) }

  private static func height(of band: Picture.Band) -> Int {
    switch band {
    case .row(let row): row.remark == nil ? rowHeight : remarkHeight
    case .plot(let plot): SVGPlot.height(of: plot)
    }
  }

  var content: [Markup] {
    var y = top
    let bands = picture.bands.flatMap { band -> [Markup] in
      defer { y += Self.height(of: band) }
      return switch band {
      case .row(let row): drawn(row, at: y)
      case .plot(let plot): SVGPlot(plot, size, x: x, at: y).elements
      }
    }
    let title: [Markup] =
      isTitled ? [.text(Self.clipped(picture.title, to: size.width), x: 12, y: 20)] : []
    let hasMarks = picture.bands.contains {
      if case .row(let row) = $0 { row.remark == nil } else { true }
    }
    return title + legendRow + (hasMarks ? ticks : []) + bands + cutMark
  }

  private func x(_ value: Double) -> Int {
    size.left + Int((picture.axis.place(of: value) * Double(size.plot)).rounded())
  }

  /// Returns a text in one line that is no wider than a number of pixels.
  static func clipped(
    _ text: String, to width: Int, letter: Int = SVGStyle.letter
  ) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let length = max(width / letter - 2, 1)
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }
}

// MARK: - Rows

extension SVGDrawing {
  private func drawn(_ row: Picture.Row, at y: Int) -> [Markup] {
    // Words alone have no captions above them.
    let box = y + (row.remark == nil ? Self.captionHeight : 2)
    let name = Self.clipped(row.name, to: size.left)
    let drawn = Tone.layers.flatMap { layer in
      apart(row.marks.filter { layer.contains($0.tone) }).map {
        row.shape == .bars && $0.tone != .interval ? bar($0, at: box) : element(of: $0, at: box)
      }
    }
    let remark = row.remark.map { Self.clipped($0, to: size.plot + size.right) }
    let words = [(name, 12, "")] + (remark.map { [($0, size.left, "faint")] } ?? [])
    let figure = Markup.text(row.figure, end: size.left - 10, y: box + 17)
    return words.filter { !$0.0.isEmpty }.map {
      .text($0.0, $0.2, x: $0.1, y: box + 17)
    } + (row.figure.isEmpty ? [] : [figure]) + drawn + captions(of: row, at: box - 5)
  }

  /// The marks, of which equal signs at one place are one mark.
  private func apart(_ marks: [Picture.Mark]) -> [Picture.Mark] {
    struct Place: Hashable {
      let x: Int
      let sign: String?
      let tone: Tone
    }
    var counts: [Place: Int] = [:]
    let places = marks.map {
      $0.tone.isPoint ? Place(x: x($0.to), sign: $0.sign, tone: $0.tone) : nil
    }
    for case let place? in places { counts[place, default: 0] += 1 }
    return zip(marks, places).compactMap { mark, place in
      guard let place else { return mark }
      guard let count = counts.removeValue(forKey: place) else { return nil }
      var mark = mark
      if count > 1, !mark.note.isEmpty { mark.note += ", with \(count - 1) more here" }
      return mark
    }
  }

  private func bar(_ mark: Picture.Mark, at y: Int) -> Markup {
    let (start, end) = (x(mark.from), x(mark.to))
    return .told(
      mark.note,
      [
        .box(
          mark.tone.barKind, x: start, y: y, width: max(end - start, 1), height: Self.boxHeight)
      ])
  }

  private func element(of mark: Picture.Mark, at y: Int) -> Markup {
    let (start, end, middle) = (x(mark.from), x(mark.to), y + Self.boxHeight / 2)
    switch mark.tone {
    case .interval:
      let ends = [start, end].map {
        Markup.line("whisker", from: ($0, middle - 7), to: ($0, middle + 7))
      }
      return .told(
        mark.note, [.line("whisker", from: (start, middle), to: (end, middle))] + ends)
    case .wait, .stream:
      return .told(
        mark.note, [.line(mark.tone.kind, from: (start + 2, middle), to: (end, middle))])
    case .value, .goodEnd, .badEnd:
      return .told(
        mark.note, [.text(mark.sign ?? "•", x: end, y: middle + 5, isCentred: true)])
    case .cell: return cell(mark, x: start..<end, at: y)
    default:
      let width = max(end - start, 2)
      var drawn: [Markup] = [
        .box(mark.tone.kind, x: start, y: y, width: width, height: Self.boxHeight)
      ]
      if let letter = mark.tone.letter, width >= 20 {
        drawn.append(
          .text(
            letter, "\(mark.tone.kind)mark", x: start + width - 11, y: y + 18, isCentred: true))
      }
      return .told(mark.note, drawn)
    }
  }

  /// A place in a map: a page of one colour with more or less ink, and what is written on it.
  private func cell(_ mark: Picture.Mark, x: Range<Int>, at y: Int) -> Markup {
    let level = mark.level ?? 0
    let top = y - Self.captionHeight + 2
    let kind = level > 0.5 ? "dark" : "light"
    let box = Markup(
      "rect",
      [
        ("class", "cell"), ("x", "\(x.lowerBound + 1)"), ("y", "\(top)"),
        ("width", "\(max(x.count - 2, 1))"), ("height", "\(Self.rowHeight - 4)"),
        ("fill-opacity", SVGStyle.decimal(0.06 + 0.94 * level)),
      ])
    let words = mark.captions.first { SVGStyle.letter * $0.count < x.count }.map {
      [
        Markup.text(
          $0, "\(kind)cell", x: (x.lowerBound + x.upperBound) / 2, y: top + 31, isCentred: true)
      ]
    }
    return .told(mark.note, [box] + (words ?? []))
  }

  /// The captions of marks where there is room above them.
  private func captions(of row: Picture.Row, at y: Int) -> [Markup] {
    func width(_ text: String) -> Int { SVGStyle.letter * (text.count + 1) }
    let spans = row.marks.filter { $0.tone.isSpan && !$0.captions.isEmpty }
    var starts: [(x: Int, captions: [String])] = []
    for mark in spans {
      let place = x(mark.from)
      let isFree = starts.last.map { $0.x + width($0.captions.last ?? "") <= place } ?? true
      if isFree { starts.append((place, mark.captions)) }
    }
    var (taken, drawn): ([Range<Int>], [Markup]) = ([], [])
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].x : size.width - 8
      let fitting = start.captions.first { start.x + width($0) <= end }
      guard let text = fitting ?? start.captions.last else { continue }
      taken.append(start.x..<start.x + width(text))
      drawn.append(.text(text, "small", x: start.x, y: y))
    }
    for mark in row.marks where !mark.tone.isSpan && mark.tone != .cell {
      guard let text = mark.captions.first else { continue }
      // In the middle, or as near as the caption of the mark before it lets it be.
      let middle = (x(mark.from) + x(mark.to) - width(text)) / 2
      let free = taken.last { $0.lowerBound < x(mark.to) }?.upperBound ?? size.left
      let start = max(middle, free)
      guard start + width(text) <= x(mark.to) else { continue }
      drawn.append(.text(text, "small faint", x: start, y: y))
    }
    return drawn
  }
}

// MARK: - Axis

extension SVGDrawing {
  private typealias LegendEntry = (word: String, tone: Tone, isBar: Bool)

  /// The tones of the rows, and the series of plots that have several.
  private var legend: [LegendEntry] {
    func tones(_ shape: Picture.Row.Shape) -> [Tone] {
      let rows = picture.rows.filter { $0.shape == shape }
      let used = Set(rows.flatMap { $0.marks.map(\.tone) })
      return Tone.allCases.filter(used.contains)
    }
    func entries(_ tones: [Tone], isBar: Bool) -> [LegendEntry] {
      tones.compactMap { tone -> LegendEntry? in tone.word.map { ($0, tone, isBar) } }
    }
    var legend = entries(tones(.spans), isBar: false) + entries(tones(.bars), isBar: true)
    for series in picture.plots.flatMap(\.series) {
      guard let word = series.legend, !legend.contains(where: { $0.word == word }) else { continue }
      legend.append((word, series.tone, true))
    }
    return legend
  }

  private var legendRow: [Markup] {
    var place = 12
    return legend.flatMap { entry -> [Markup] in
      defer { place += 34 + SVGStyle.letter * (entry.word.count + 2) }
      let kind = entry.isBar ? entry.tone.barKind : entry.tone.kind
      let sample: Markup =
        entry.tone == .wait
        ? .line(kind, from: (place, legendTop + 10), to: (place + 26, legendTop + 10))
        : .box(kind, x: place + 1, y: legendTop + 1, width: 24, height: 18)
      return [sample, .text(entry.word, "faint", x: place + 34, y: legendTop + 16)]
    }
  }

  /// The labels of the axis: its ends, what was cut, and as many stops or even ticks as have room between these.
  private var labels: [(x: Int, text: String, isCut: Bool)] {
    let axis = picture.axis
    let isEven = axis.stops.isEmpty || axis.cut != nil
    var labels = [
      (
        x: x(axis.low), text: axis.low == 0 ? axis.tick(0) : axis.text(axis.low), isCut: false
      ),
      (x: x(axis.high), text: axis.text(axis.high), isCut: false),
    ].filter { !$0.text.isEmpty }
    if let cut = axis.cut {
      let text = "\(axis.text(cut.to - cut.from)), not to scale"
      labels.append((x(cut.from) / 2 + x(cut.to) / 2, text, true))
    }
    for tick in isEven ? axis.ticks(atMost: size.plot / 95) : axis.stops {
      let (place, text) = (x(tick), axis.tick(tick))
      let isFree = labels.allSatisfy {
        abs($0.x - place) > SVGStyle.letter * ($0.text.count + text.count + 2) / 2
      }
      if isFree, !text.isEmpty { labels.append((place, text, false)) }
    }
    return labels
  }

  private var ticks: [Markup] {
    let lines = labels.filter { !$0.isCut }.map { label -> Markup in
      .line("tick", from: (label.x, top), to: (label.x, bottom))
    }
    let end: (x: Int, y: Int) = (x(picture.axis.high), bottom)
    return lines + [.line("axis", from: (size.left, bottom), to: end)]
      + labels.map { .text($0.text, "faint", x: $0.x, y: bottom + 22, isCentred: true) }
  }

  /// Two strokes where the axis is shorter than it should be.
  private var cutMark: [Markup] {
    labels.filter(\.isCut).flatMap { label in
      [-4, 4].map { shift -> Markup in
        .line(
          "axis", from: (label.x + shift - 4, bottom + 7), to: (label.x + shift + 4, bottom - 7))
      }
    }
  }
}
