import Dispatch
import LineEditor
import Synchronization

/// Work on all cores.
enum Parallel {
  /// Applies a function to each element, with progress; an element is `nil` if the work was interrupted before it.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int?,
    progress: (@Sendable (Double) -> Void)? = ProgressLine.hook,
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result?] {
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    let next = Mutex(0)
    @Sendable func work() {
      while !Interruption.isRequested {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < elements.count else { return }
        let result = transform(elements[index])
        let done = results.withLock { results in
          results[index] = result
          return results.count { $0 != nil }
        }
        progress?(Double(done) / Double(elements.count))
      }
    }
    let count = min(threads ?? 256, max(elements.count, 1))
    DispatchQueue.concurrentPerform(iterations: count) { _ in work() }
    progress?(1)
    return results.withLock { $0 }
  }
}
