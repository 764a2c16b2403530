extension RandomAccessCollection where Index == Int {
  /// Returns the first index from which on a condition holds, that once it holds goes on to hold.
  @inlinable
  package func partition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
