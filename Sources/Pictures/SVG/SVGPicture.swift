import TextLayout

/// A picture as a self-contained SVG image for light and dark pages.
package struct SVGPicture {
  private static let (left, plot, right) = (152, 760, 104)
  private static let (rowHeight, boxHeight, captionHeight) = (54, 24, 22)

  private let picture: Picture

  package init(_ picture: Picture) {
    self.picture = picture
  }

  private var width: Int { Self.left + Self.plot + Self.right }
  private var legend: [Tone] { picture.tones.filter { $0.word != nil } }
  /// Where the first row begins.
  private var top: Int { legend.isEmpty ? 48 : 80 }
  private var bottom: Int { top + max(picture.rows.count, 1) * Self.rowHeight }
  private var height: Int { bottom + 76 }

  package var text: String {
    let content =
      [
        SVGElement("title", [("id", "title")], text: picture.title),
        SVGElement("style", text: SVGStyle.sheet),
        .box("page", x: 0, y: 0, width: width, height: height),
        .text(Self.clipped(picture.title, to: width), "head", x: 12, y: 28),
      ] + legendRow + ticks + picture.rows.indices.flatMap(row) + cutMark + [
        .text(picture.summary, "faint", x: 12, y: height - 14, id: "summary")
      ]
    return SVGElement(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", "\(width)"), ("height", "\(height)"),
        ("viewBox", "0 0 \(width) \(height)"), ("role", "group"),
        ("aria-labelledby", "title summary"),
      ], content
    ).written + "\n"
  }

  private func x(_ value: Double) -> Int {
    Self.left + Int((picture.axis.place(of: value) * Double(Self.plot)).rounded())
  }

  /// Returns a text in one line that is no wider than a number of pixels.
  private static func clipped(_ text: String, to width: Int) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let length = max(width / SVGStyle.letter - 2, 1)
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }
}

// MARK: - Rows

extension SVGPicture {
  private func row(_ index: Int) -> [SVGElement] {
    let row = picture.rows[index]
    let y = top + index * Self.rowHeight
    let box = y + Self.captionHeight
    let name = Self.clipped(row.name, to: Self.left)
    let drawn = Tone.layers.flatMap { layer in
      row.marks.filter { layer.contains($0.tone) }.map { element(of: $0, at: box) }
    }
    let words = [(name, 12, "")] + (row.remark.map { [($0, Self.left, "faint")] } ?? [])
    return words.filter { !$0.0.isEmpty }.map {
      .text($0.0, $0.2, x: $0.1, y: box + 17)
    } + drawn + captions(of: row, at: box - 5)
  }

  private func element(of mark: Picture.Mark, at y: Int) -> SVGElement {
    let (start, end, middle) = (x(mark.from), x(mark.to), y + Self.boxHeight / 2)
    switch mark.tone {
    case .wait, .stream:
      return .told(
        mark.note, [.line(mark.tone.kind, from: (start + 2, middle), to: (end, middle))])
    case .value, .goodEnd, .badEnd:
      return .told(
        mark.note, [.text(mark.sign ?? "•", x: end, y: middle + 5, isCentred: true)])
    case .outage, .perhaps, .unknown, .succeeded, .failed, .cancelled, .open:
      let width = max(end - start, 2)
      var drawn: [SVGElement] = [
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

  /// The captions of marks where there is room above them.
  private func captions(of row: Picture.Row, at y: Int) -> [SVGElement] {
    func width(_ text: String) -> Int { SVGStyle.letter * (text.count + 1) }
    let spans = row.marks.filter { $0.tone.isSpan && !$0.captions.isEmpty }
    var starts: [(x: Int, captions: [String])] = []
    for mark in spans {
      let place = x(mark.from)
      let isFree = starts.last.map { $0.x + width($0.captions.last ?? "") <= place } ?? true
      if isFree { starts.append((place, mark.captions)) }
    }
    var (taken, drawn): ([Range<Int>], [SVGElement]) = ([], [])
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].x : self.width - 8
      let fitting = start.captions.first { start.x + width($0) <= end }
      guard let text = fitting ?? start.captions.last else { continue }
      taken.append(start.x..<start.x + width(text))
      drawn.append(.text(text, "small", x: start.x, y: y))
    }
    for mark in row.marks where !mark.tone.isSpan {
      guard let text = mark.captions.first else { continue }
      // In the middle, or as near as the caption of the mark before it lets it be.
      let middle = (x(mark.from) + x(mark.to) - width(text)) / 2
      let free = taken.last { $0.lowerBound < x(mark.to) }?.upperBound ?? Self.left
      let start = max(middle, free)
      guard start + width(text) <= x(mark.to) else { continue }
      drawn.append(.text(text, "small faint", x: start, y: y))
    }
    return drawn
  }
}

// MARK: - Axis

extension SVGPicture {
  private var legendRow: [SVGElement] {
    var place = 12
    return legend.flatMap { tone -> [SVGElement] in
      defer { place += 34 + SVGStyle.letter * ((tone.word ?? "").count + 2) }
      let sample: SVGElement =
        tone == .wait
        ? .line(tone.kind, from: (place, 54), to: (place + 26, 54))
        : .box(tone.kind, x: place + 1, y: 45, width: 24, height: 18)
      return [sample, .text(tone.word ?? "", "faint", x: place + 34, y: 60)]
    }
  }

  /// The labels of the axis: its ends, what was cut, and as many even ticks as have room between these.
  private var labels: [(x: Int, text: String, isCut: Bool)] {
    let axis = picture.axis
    var labels = [
      (x: x(axis.low), text: axis.tick(axis.low), isCut: false),
      (x: x(axis.high), text: axis.text(axis.high), isCut: false),
    ]
    if let cut = axis.cut {
      let text = "\(axis.text(cut.to - cut.from)), not to scale"
      labels.append((x(cut.from) / 2 + x(cut.to) / 2, text, true))
    }
    for tick in axis.ticks(atMost: Self.plot / 95) {
      let (place, text) = (x(tick), axis.tick(tick))
      let isFree = labels.allSatisfy {
        abs($0.x - place) > SVGStyle.letter * ($0.text.count + text.count + 2) / 2
      }
      if isFree { labels.append((place, text, false)) }
    }
    return labels
  }

  private var ticks: [SVGElement] {
    let lines = labels.filter { !$0.isCut }.map { label -> SVGElement in
      .line("tick", from: (label.x, top), to: (label.x, bottom))
    }
    let end: (x: Int, y: Int) = (x(picture.axis.high), bottom)
    return lines + [.line("axis", from: (Self.left, bottom), to: end)]
      + labels.map { .text($0.text, "faint", x: $0.x, y: bottom + 22, isCentred: true) }
  }

  /// Two strokes where the axis is shorter than it should be.
  private var cutMark: [SVGElement] {
    labels.filter(\.isCut).flatMap { label in
      [-4, 4].map { shift -> SVGElement in
        .line(
          "axis", from: (label.x + shift - 4, bottom + 7), to: (label.x + shift + 4, bottom - 7))
      }
    }
  }
}
