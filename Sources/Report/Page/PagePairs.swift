import TextLayout

/// Two chapters beside each other, entries with the same text in one row.
struct PagePairs {
  private let left: PageBody.Chapter
  private let right: PageBody.Chapter

  init(_ left: PageBody.Chapter, _ right: PageBody.Chapter) {
    (self.left, self.right) = (left, right)
  }

  var element: Markup {
    func column(_ content: [Markup]) -> Markup { Markup("div", [("class", "column")], content) }
    // Where the columns are below each other, each entry says which scenario it is of.
    func column(_ entry: PageBody.Entry?, of chapter: PageBody.Chapter) -> Markup {
      guard let entry else { return column([]) }
      return column([Markup("p", [("class", "of")], text: chapter.chapter.title), entry.element])
    }
    let heads = Markup("div", [("class", "pair")], [column(left.head), column(right.head)])
    let rows = pairs.map { one, other in
      Markup("div", [("class", "pair")], [column(one, of: left), column(other, of: right)])
    }
    return Markup("div", [("class", "pairs")], [heads] + rows)
  }

  /// The entries of both, those that both have in one row; what lies between these is paired in order.
  private var pairs: [(PageBody.Entry?, PageBody.Entry?)] {
    let (one, other) = (left.entries, right.entries)
    return one.map(\.entry.key).pairs(with: other.map(\.entry.key)).map { here, there in
      (here.map { one[$0] }, there.map { other[$0] })
    }
  }
}

extension ReportPage.Entry {
  /// Its text, by which entries of two chapters are the same.
  fileprivate var key: String {
    switch kind {
    case .narration(let lines): lines.joined(separator: "\n")
    case .heading(let text): text
    case .typed(let pieces): pieces.map(\.text).joined()
    }
  }
}
