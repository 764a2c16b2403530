#if hasFeature(Embedded)
  // What the module of regular expressions gives to strings, which Embedded Swift lacks.

  extension Collection where Element: Equatable {
    /// Returns the range of the first place where a sequence of elements stands.
    package func firstRange(of other: some Collection<Element>) -> Range<Index>? {
      var start = startIndex
      while true {
        var (left, right) = (start, other.startIndex)
        while left != endIndex, right != other.endIndex, self[left] == other[right] {
          formIndex(after: &left)
          other.formIndex(after: &right)
        }
        if right == other.endIndex { return start..<left }
        if left == endIndex || start == endIndex { return nil }
        formIndex(after: &start)
      }
    }

    /// Returns whether a sequence of elements stands somewhere.
    package func contains(_ other: some Collection<Element>) -> Bool {
      firstRange(of: other) != nil
    }

    /// Returns the rest after a prefix, if it begins with it.
    package func trimmingPrefix(_ prefix: some Collection<Element>) -> SubSequence {
      var (left, right) = (startIndex, prefix.startIndex)
      while right != prefix.endIndex {
        guard left != endIndex, self[left] == prefix[right] else { return self[...] }
        formIndex(after: &left)
        prefix.formIndex(after: &right)
      }
      return self[left...]
    }
  }

  extension RangeReplaceableCollection where Element: Equatable {
    /// Returns a copy with every place of a sequence replaced.
    package func replacing(
      _ other: some Collection<Element>, with replacement: some Collection<Element>
    ) -> Self {
      var result = Self()
      var rest = self[...]
      while let range = rest.firstRange(of: other) {
        result.append(contentsOf: rest[..<range.lowerBound])
        result.append(contentsOf: replacement)
        rest = rest[range.upperBound...]
      }
      result.append(contentsOf: rest)
      return result
    }
  }

  extension StringProtocol {
    /// Returns whether a text stands somewhere.
    package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }

    /// Returns the non-empty parts between places of a text.
    package func parts(between separator: String) -> [SubSequence] {
      var parts: [SubSequence] = []
      var start = startIndex
      while start < endIndex {
        guard let range = self[start...].firstRange(of: separator) else { break }
        if range.lowerBound > start { parts.append(self[start..<range.lowerBound]) }
        start = range.upperBound
      }
      if start < endIndex { parts.append(self[start...]) }
      return parts
    }
  }
#endif
