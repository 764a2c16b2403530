import CProcessor

/// Starts to load memory into the cache, line by line.
@inline(__always)
func prefetch(_ start: UnsafeRawPointer, lines: Int) {
  for line in 0..<lines { processor_prefetch(start + 64 * line) }
}
