import Synchronization
import Testing
import TextLayout

@Suite("A check for interruption")
struct InterruptionCheckTests {
  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  @Test("is checked once per number of elements")
  func pace() {
    let counter = Counter()
    let interruption = InterruptionCheck {
      _ = counter.next()
      return false
    }
    #expect(Array(interruption.bounding(0..<10_000)) == Array(0..<10_000))
    #expect(counter.value == 10_000 / InterruptionCheck.pace)
  }

  @Test("ends a loop once it is requested")
  func end() {
    let counter = Counter()
    let interruption = InterruptionCheck { counter.next() == 3 }
    #expect(Array(interruption.bounding(0..<10_000)) == Array(0..<3 * InterruptionCheck.pace - 1))
    #expect(Array(InterruptionCheck.never.bounding(0..<10_000)).count == 10_000)
  }

  @Test("a table checks it for each column and line")
  func table() {
    let counter = Counter()
    let interruption = InterruptionCheck {
      _ = counter.next()
      return false
    }
    var table = Table([.left, .right])
    for row in 0..<1000 { table.add([Table.Cell("\(row)"), Table.Cell("x")]) }
    #expect(table.lines(Style(), interruption).count == 1000)
    #expect(counter.value == 3 * (1000 / InterruptionCheck.pace))
  }
}
