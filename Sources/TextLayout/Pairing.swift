extension [String] {
  /// Returns the places of equal texts in both lists, and those of what lies between these in order.
  package func pairs(with other: [String]) -> [(Int?, Int?)] {
    let changes = other.difference(from: self)
    let removed = Set(changes.removals.map(\.place))
    let inserted = Set(changes.insertions.map(\.place))
    var pairs: [(Int?, Int?)] = []
    var (here, there) = (0, 0)
    while here < count || there < other.count {
      let isOwn = here < count && removed.contains(here)
      let isOther = there < other.count && inserted.contains(there)
      let takesBoth = isOwn == isOther
      pairs.append(
        (
          (takesBoth || isOwn) && here < count ? here : nil,
          (takesBoth || isOther) && there < other.count ? there : nil
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
