import Pictures

extension FigureChanges {
  /// The named figures that changed as bars from where they were; `nil` if there are none.
  func picture(since old: String) -> Picture? {
    let drawn = named
    guard let least = drawn.map(\.growth).min(), let most = drawn.map(\.growth).max() else {
      return nil
    }
    var result = 0
    let rows = drawn.flatMap { name, change, growth -> [Picture.Row] in
      let isNew = change.result != result
      result = change.result
      let head = Picture.Row("", remark: "result \(change.result): \(change.title)")
      let texts = change.texts
      let mark = Picture.Mark(
        min(growth, 0), max(growth, 0), .measured,
        note: "\(name): \(texts.recorded) → \(texts.found), \(Self.text(growth))")
      return (isNew ? [head] : []) + [Picture.Row(name, [mark], shape: .bars)]
    }
    return Picture(
      title: "change of figures since \(old), beyond chance", summary: summary,
      axis: Axis(min(least, 0)...max(most, 0), tick: Self.text, text: Self.text), rows: rows)
  }
}
