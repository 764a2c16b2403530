// What the standard library has in its module of regular expressions, which a page does not.

extension Collection where Element: Equatable {
  package func firstRange(of other: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while true {
      if let end = self[start...].end(ofPrefix: other) { return start..<end }
      guard start < endIndex else { return nil }
      formIndex(after: &start)
    }
  }

  package func contains(_ other: some Collection<Element>) -> Bool {
    firstRange(of: other) != nil
  }

  package func trimmingPrefix(_ prefix: some Collection<Element>) -> SubSequence {
    self[(self[...].end(ofPrefix: prefix) ?? startIndex)...]
  }

  package func trimmingPrefix(while isTrimmed: (Element) -> Bool) -> SubSequence {
    drop(while: isTrimmed)
  }

  fileprivate func end(ofPrefix prefix: some Collection<Element>) -> Index? {
    var index = startIndex
    for element in prefix {
      guard index < endIndex, self[index] == element else { return nil }
      formIndex(after: &index)
    }
    return index
  }
}

extension RangeReplaceableCollection where Element: Equatable {
  package func replacing(
    _ other: some Collection<Element>, with replacement: some Collection<Element>
  ) -> Self {
    var (result, rest) = (Self(), self[...])
    while !other.isEmpty, let found = rest.firstRange(of: other) {
      result += rest[..<found.lowerBound]
      result += replacement
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

extension StringProtocol {
  @_disfavoredOverload
  package func split(
    separator: some StringProtocol, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    var (parts, rest) = ([SubSequence](), self[...])
    while parts.count < maxSplits, !separator.isEmpty, let found = rest.firstRange(of: separator) {
      let part = rest[..<found.lowerBound]
      if !(part.isEmpty && omittingEmptySubsequences) { parts.append(part) }
      rest = rest[found.upperBound...]
    }
    return rest.isEmpty && omittingEmptySubsequences ? parts : parts + [rest]
  }

  package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }
}
