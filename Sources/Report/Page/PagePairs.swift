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
    let heads = Markup("div", [("class", "pair")], [column(left.head), column(right.head)])
    let rows = pairs.map { one, other in
      Markup(
        "div", [("class", "pair")],
        [column(one.map { [$0.element] } ?? []), column(other.map { [$0.element] } ?? [])])
    }
    return Markup("div", [("class", "pairs")], [heads] + rows)
  }

  /// The entries of both, those that both have in one row; what lies between these is paired in order.
  private var pairs: [(PageBody.Entry?, PageBody.Entry?)] {
    let (one, other) = (left.entries, right.entries)
    let changes = other.map(\.entry.key).difference(from: one.map(\.entry.key))
    let removed = Set(changes.removals.map(\.place))
    let inserted = Set(changes.insertions.map(\.place))
    var pairs: [(PageBody.Entry?, PageBody.Entry?)] = []
    var (here, there) = (0, 0)
    while here < one.count || there < other.count {
      let isOwn = here < one.count && removed.contains(here)
      let isOther = there < other.count && inserted.contains(there)
      let takesBoth = isOwn == isOther
      pairs.append(
        (
          (takesBoth || isOwn) && here < one.count ? one[here] : nil,
          (takesBoth || isOther) && there < other.count ? other[there] : nil
        ))
      if takesBoth || isOwn { here += 1 }
      if takesBoth || isOther { there += 1 }
    }
    return pairs
  }
}

extension CollectionDifference<String>.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
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
