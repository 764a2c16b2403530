package import Pictures
package import TextLayout

// The differences between two runs on a page.

extension FigureChanges {
  /// The most rows of the table, and bars of the picture.
  private static let most = (rows: 1000, bars: 40)
  /// A larger growth would press all others together.
  private static let mostGrowth = 3.0

  /// A row for each difference; of a result with figures that have names, only these and what was run.
  package func table(from old: String, to new: String) -> Table? {
    guard !all.isEmpty else { return nil }
    let named = Set(all.filter { $0.name != nil }.map(\.result))
    let shown = all.filter {
      $0.key == nil || $0.key == "subject" || $0.name != nil || !named.contains($0.result)
    }
    var table = Table(
      [.left, .left, .right, .right, .right, .left],
      head: ["result", "figure", old, new, "change", "verdict"])
    for change in shown.prefix(Self.most.rows) {
      let texts = change.shownTexts
      table.add(
        [
          change.title, change.name ?? change.key ?? "", texts.recorded, texts.found,
          change.growth.map(Self.text) ?? "", change.verdict.phrase,
        ].map { .init($0) })
    }
    if shown.count > Self.most.rows {
      table.add([.init("and \((shown.count - Self.most.rows).grouped) more")])
    }
    return table
  }

  /// The named figures that changed as bars from where they were; `nil` if there are none.
  package func picture(from old: String, to new: String) -> Picture? {
    let changed = all.filter { $0.verdict != .withinChance && $0.name != nil }.compactMap {
      change in change.growth.flatMap { $0 == 0 ? nil : (change: change, growth: $0) }
    }
    let drawn = changed.prefix(Self.most.bars)
    guard !drawn.isEmpty else { return nil }
    let bounded = drawn.map { min(max($0.growth, -Self.mostGrowth), Self.mostGrowth) }
    var result = 0
    var rows = zip(drawn, bounded).flatMap { drawn, growth -> [Picture.Row] in
      let (change, name) = (drawn.change, drawn.change.name ?? "")
      let isNew = change.result != result
      result = change.result
      let texts = change.shownTexts
      let mark = Picture.Mark(
        min(growth, 0), max(growth, 0), .measured,
        note:
          "\(name): \(texts.recorded) → \(texts.found), \(Self.text(drawn.growth)), \(change.title)"
      )
      return (isNew ? [Picture.Row("", remark: change.title)] : [])
        + [Picture.Row(name, [mark], shape: .bars)]
    }
    if changed.count > drawn.count {
      rows.append(Picture.Row("", remark: "and \((changed.count - drawn.count).grouped) more"))
    }
    let ends = bounded + [0]
    return Picture(
      title: "\(new) compared with \(old)", summary: summary,
      axis: Axis((ends.min() ?? 0)...(ends.max() ?? 0), tick: Self.text, text: Self.text),
      rows: rows)
  }

  private static let text: @Sendable (Double) -> String = { growth in
    let isBeyond = growth.magnitude >= mostGrowth
    return growth == 0
      ? "0%" : (growth > 0 ? "+" : "") + Figures.decimal(growth * 100, isBeyond ? 0 : 1) + "%"
  }
}
