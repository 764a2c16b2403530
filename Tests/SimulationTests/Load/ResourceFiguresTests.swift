import Testing

@testable import Simulation

@Suite("Figures of a server")
struct ResourceFiguresTests {
  @Test("adding figures adds every count, and keeps the latest presence and the longest queue")
  func sum() {
    var figures = ResourceFigures()
    (figures.arrived, figures.refused, figures.hits, figures.served) = (1, 2, 3, 4)
    (figures.wasted, figures.abandoned, figures.expired, figures.crashed) = (5, 6, 7, 8)
    (figures.waiting, figures.busy, figures.present, figures.longestQueue) = (9, 10, 11, 12)
    var sum = figures
    sum.add(figures)
    for (one, both) in zip(Mirror(reflecting: figures).children, Mirror(reflecting: sum).children) {
      let name = one.label ?? ""
      let isKept = ["present", "longestQueue"].contains(name)
      #expect("\(one.value)" != "0", "\(name) has no figure here")
      #expect(
        Int("\(both.value)") == (Int("\(one.value)") ?? 0) * (isKept ? 1 : 2), "\(name) is added")
    }
  }
}
